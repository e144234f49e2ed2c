// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/rows.h"

namespace weightless::ops {

RowTeams rowTeams(const vulkan::DeviceTraits& device, uint64_t rows, uint64_t length)
{
    // A software device has a few dozen lanes in all; a card has thousands.
    const uint64_t enoughRows = device.type == vulkan::DeviceType::Software ? 32 : 16384;
    RowTeams teams;
    while (teams.teamSize < 64 && rows * teams.teamSize < enoughRows && length > 4ull * teams.teamSize) {
        teams.teamSize *= 2;
    }
    teams.groups = linearGroups(rows, 64 / teams.teamSize);
    return teams;
}

} // namespace weightless::ops
