// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace weightless::ui {

// One constant of the model as the tensor table shows it.
struct TensorRow {
    QString name;
    qint64 sizeBytes = 0; // on the device
    qint64 storedBytes = 0; // on disk: the bytes of its range, or of its value
    QString type;
    QString shape;
    QString location; // "weights.pb @ 4096"
    QString file; // without its folder; empty when the bytes are not in a file
    qint64 offsetBytes = -1; // -1 when the bytes are not in a file
    qint64 elementCount = 0;
    bool isKnown = false; // value was read at open, never hollow
    QString problem; // why its bytes cannot be had
    std::vector<int> nodes; // indices of the nodes that use it
};

} // namespace weightless::ui
