// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/hazards.h"

#include <algorithm>

namespace weightless::vulkan {

bool HazardTracker::conflicts(const RangeAccess& access) const
{
    return std::any_of(m_pending.begin(), m_pending.end(), [&](const RangeAccess& earlier) {
        return (earlier.isWrite || access.isWrite) && earlier.buffer == access.buffer
            && earlier.beginBytes < access.endBytes && access.beginBytes < earlier.endBytes;
    });
}

bool HazardTracker::add(std::span<const RangeAccess> accesses)
{
    const bool needsBarrier = m_pending.size() > maxPending
        || std::any_of(accesses.begin(), accesses.end(),
            [this](const RangeAccess& access) { return conflicts(access); });
    if (needsBarrier) {
        m_pending.clear();
    }
    m_pending.insert(m_pending.end(), accesses.begin(), accesses.end());
    return needsBarrier;
}

} // namespace weightless::vulkan
