// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"

#include <QMetaType>
#include <QString>

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
    // Holds memory of the device: from the beginning of a load, however that ends, until it is unloaded.
    bool isOnDevice = false;
    qint64 weightBytes = 0;
    // Predicted: on the device (weights, imported pages, activations), and on the CPU while loading.
    qint64 deviceBytes = 0;
    qint64 cpuBytes = 0;
    double loadSeconds = -1; // negative: not loaded yet
    double runSeconds = -1;
};

struct ProjectInfo {
    QString folder;
    QString layout;
    QString device;
    qint64 freeBytes = 0;
    bool isPipeline = false; // has the parts that make a picture of words
    std::vector<ProjectPartInfo> parts;
    std::shared_ptr<const MemoryMeter> meter; // null without a device

    // Predicted for all parts at once, and for the largest of them.
    [[nodiscard]] qint64 togetherBytes() const;
    [[nodiscard]] qint64 oneByOneBytes() const;
};

} // namespace weightless::ui
