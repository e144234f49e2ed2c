// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace weightless::vulkan {

struct TimestampInternals;

// What passed between two readings of a clock of so many bits, of which less than half of its turn passed:
// negative where the second one is the earlier.
[[nodiscard]] int64_t ticksBetween(uint64_t from, uint64_t to, uint32_t bits);

// Device times, written by CommandRecorder::writeTimestamp. Shared with the command buffers that write to it.
class TimestampPool {
public:
    // Unsupported when the device has no timestamps (Device::hasTimestamps).
    TimestampPool(const std::shared_ptr<const Device>& device, uint32_t count);
    ~TimestampPool();
    TimestampPool(const TimestampPool&) = delete;
    TimestampPool& operator=(const TimestampPool&) = delete;

    [[nodiscard]] uint32_t count() const;

    // Nanoseconds since the first of them, by index, also where the device's clock began anew in between, as
    // those of few bits do within an hour. InvalidState when one of `count` from `first` was not written by a
    // submission that is done; InvalidArgument beyond the pool.
    [[nodiscard]] std::vector<int64_t> readNs(uint32_t first, uint32_t count) const;

    [[nodiscard]] const TimestampInternals& internals() const { return *m_internals; }

private:
    std::unique_ptr<TimestampInternals> m_internals;
};

} // namespace weightless::vulkan
