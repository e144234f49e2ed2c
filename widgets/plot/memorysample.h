// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace weightless::widgets {

// One moment of a run. Bytes are never negative, except that a negative `processRssBytes` means "not known".
struct MemorySample {
    double seconds = 0;
    // CPU memory that the work costs beyond the weights themselves.
    qint64 cpuOverheadBytes = 0;
    qint64 deviceWeightsBytes = 0;
    qint64 devicePassingBytes = 0; // of those, memory in which weights come and go
    qint64 deviceActivationsBytes = 0;
    qint64 stagingBytes = 0; // of cpuOverheadBytes, what transfers pass through
    qint64 processRssBytes = -1;

    bool operator==(const MemorySample&) const = default;
};

} // namespace weightless::widgets
