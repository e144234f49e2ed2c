// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/rows.h"

#include "engine/base/error.h"

namespace weightless::ops {

namespace {

// llvmpipe ends every loop of an invocation, without a word, once all its loops together have made 65535
// rounds. No row kernel walks its row more than three times.
constexpr uint64_t softwareLoopRounds = 65535;
constexpr uint64_t mostElementsPerLane = softwareLoopRounds / 3 - 1;

} // namespace

RowTeams rowTeams(const vulkan::DeviceTraits& device, uint64_t rows, uint64_t length)
{
    // A software device has a few dozen lanes in all; a card has thousands.
    const uint64_t enoughRows = device.type == vulkan::DeviceType::Software ? 32 : 16384;
    RowTeams teams;
    while (teams.teamSize < 64 && rows * teams.teamSize < enoughRows && length > 4ull * teams.teamSize) {
        teams.teamSize *= 2;
    }
    if (device.type == vulkan::DeviceType::Software) {
        while (teams.teamSize < 64 && length > mostElementsPerLane * teams.teamSize) {
            teams.teamSize *= 2;
        }
        if (length > mostElementsPerLane * teams.teamSize) {
            throw Error(ErrorKind::Unsupported,
                "Rows of " + std::to_string(length) + " elements are longer than the "
                    + std::to_string(mostElementsPerLane * teams.teamSize) + " a software device can walk");
        }
    }
    teams.groups = linearGroups(rows, 64 / teams.teamSize);
    return teams;
}

} // namespace weightless::ops
