// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weightless::vulkan {

// Bytes of one buffer that a command touches.
struct RangeAccess {
    uint64_t buffer = 0; // identity
    uint64_t beginBytes = 0;
    uint64_t endBytes = 0;
    bool isWrite = false;
};

// Decides where a command must wait for those before it: read after write, write after read, write after
// write, on bytes that overlap. A barrier covers everything before it, so it empties the memory of the
// tracker.
class HazardTracker {
public:
    // With more than this many accesses since the last barrier the next command gets one anyway: it costs
    // less than comparing with them all.
    static constexpr size_t maxPending = 4096;

    // True when a barrier must stand before a command with these accesses; then what was tracked is
    // forgotten. The accesses are tracked either way. Accesses of one command never conflict with each other.
    [[nodiscard]] bool add(std::span<const RangeAccess> accesses);

private:
    [[nodiscard]] bool conflicts(const RangeAccess& access) const;

    std::vector<RangeAccess> m_pending; // since the last barrier
};

} // namespace weightless::vulkan
