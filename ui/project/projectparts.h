// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"

#include <QMetaType>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace weightless::ui {

enum class PartState { Unusable, Hollow, Loading, Loaded, Running, Done };

// One model of a project, as values.
struct ProjectPartInfo {
    QString role;
    QString name; // path in the folder
    QString path;
    PartState state = PartState::Hollow;
    QString problem; // why it is unusable
    bool isReadable = false; // as a model, which can be opened though it may be unusable
    bool lacksBytes = false; // of weights, the reason why it is unusable
    // Holds memory of the device: from the beginning of a load, unless that leaves nothing there, until it is
    // unloaded.
    bool isOnDevice = false;
    uint64_t budgetBytes = 0; // that it was loaded with; 0: no limit
    uint64_t leastBudgetBytes = 0; // that it can run with
    qint64 weightBytes = 0;
    // Predicted: on the device (weights, imported pages, activations), and on the CPU while loading.
    qint64 deviceBytes = 0;
    qint64 cpuBytes = 0;
    double loadSeconds = -1; // of the last load; negative: hollow
    double runSeconds = -1; // since that; negative: none

    // A load with this limit has something to do.
    [[nodiscard]] bool isToLoad(uint64_t budget) const
    {
        return state != PartState::Unusable && (state != PartState::Loaded || budgetBytes != budget);
    }
};

struct ProjectInfo {
    QString folder;
    QString layout;
    QString device;
    qint64 freeBytes = 0;
    bool isPipeline = false; // has the parts that make a picture of words
    std::vector<size_t> pipelineParts {}; // which those are
    std::vector<ProjectPartInfo> parts;
    std::shared_ptr<MemoryMeter> meter; // null without a device; the dialog asks it what was highest

    // Predicted for all parts at once, and for the largest of them.
    [[nodiscard]] qint64 togetherBytes() const;
    [[nodiscard]] qint64 oneByOneBytes() const;
    [[nodiscard]] uint64_t leastBudgetBytes() const; // that all parts can run with
};

} // namespace weightless::ui
