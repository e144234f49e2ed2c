// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QCoreApplication>

namespace weightless::ui {

// What the Load page and the status bar say, in words.
class LoadText {
    Q_DECLARE_TR_FUNCTIONS(LoadText)

public:
    struct Progress {
        double fraction = 0;
        QString current;
        QString amount;
        QString rate; // empty: nothing is known of it
    };

    static QString deviceType(vulkan::DeviceType type); // "discrete"
    static QString device(const vulkan::DeviceInfo& device);
    static QString deviceDetails(const vulkan::DeviceInfo& device);
    // What the next step is, or why there is none.
    static QString state(const EngineController& controller);
    // The last load had a limit: not all weights that the plan needs stay on the device.
    static bool isLimited(const EngineController& controller);
    // Why no load can set every constant that the plan needs; empty when one can.
    static QString missingData(const EngineController& controller);
    // How many constants that the plan needs those are.
    static int missingCount(const EngineController& controller);
    // How the bytes came in truth: zero-copy when some were bound in place, streamed when none could be.
    static LoadMode modeOf(const LoadReport& report);
    // Rich text: device and CPU memory that a load will need, and whether it fits. Null: nothing is planned.
    static QString prediction(const EngineController& controller, const LoadPrediction* needs);
    static QString prediction(const BuiltGraph& graph, const LoadPrediction& needs, bool isLoaded = false);
    // Why it does not fit, and what would help.
    static QString misfit(const BuiltGraph& graph, const LoadPrediction& needs);
    // Of the device, without a budget: for what is still to be loaded and for what earlier loads left there.
    static uint64_t wholeBytes(const LoadPrediction& needs);
    // What a device budget makes of the weights, and how long a run takes then, or took, where it was loaded
    // so.
    static QString budget(
        const LoadPrediction& needs, bool isAll, std::optional<double> measuredSeconds = std::nullopt);
    // How much of it there is; `planBytes`: all constants, those that come with runs included.
    static QString amount(const LoadFeed& feed, uint64_t planBytes);
    static Progress progress(const EngineController& controller, const LoadFeed& feed);
    // Nothing moved: all of it was bound where it lies, which has no speed.
    static bool isAllBound(const LoadResult& result);
    // `seconds`: of the whole load, as chart and figures have it, not of setting the constants alone.
    static QString result(const LoadResult& result, double seconds);
};

} // namespace weightless::ui
