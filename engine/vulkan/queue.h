// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace weightless::vulkan {

// Transfer is the copy engine where the device has one of its own, otherwise the compute queue.
enum class QueueKind { Compute, Transfer };

// The end of a submission, for others to wait on.
struct QueuePoint {
    QueueKind queue = QueueKind::Compute;
    uint64_t value = 0; // 0: already passed

    bool operator==(const QueuePoint&) const = default;
};

enum class WaitResult { Done, TimedOut, Stopped };

} // namespace weightless::vulkan
