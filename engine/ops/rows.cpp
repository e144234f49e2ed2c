// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/rows.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"

namespace weightless::ops {

std::vector<uint32_t> RowTeams::specialization(std::initializer_list<uint32_t> own) const
{
    std::vector<uint32_t> values {teamSize, groupSize, stepsAtOnce};
    values.insert(values.end(), own);
    return values;
}

RowTeams rowTeams(const vulkan::DeviceTraits& device, uint64_t rows, uint64_t length, uint64_t walks)
{
    const DevicePolicy policy = devicePolicy(device);
    constexpr uint32_t mostScratch = 1024 * sizeof(uint64_t); // rows.glsl, of its widest type
    const uint32_t most = device.maxSharedMemoryBytes >= mostScratch ? policy.mostInvocationsPerRow : 64;
    RowTeams teams;
    while (2 * teams.teamSize <= most && rows * teams.teamSize < policy.enoughRows
        && length > 4ull * teams.teamSize) {
        teams.teamSize *= 2;
    }
    const auto rounds = [&] {
        return walks * roundsOf(ceilDivide(length, uint64_t(teams.teamSize) * teams.stepsAtOnce));
    };
    // Where the device does not make the rounds: more lanes, then more work per round, then larger groups.
    const auto isTooLong = [&] { return rounds() > mostSteps(device); };
    while (teams.teamSize < 64 && isTooLong()) {
        teams.teamSize *= 2;
    }
    teams.stepsAtOnce = stepsAtOnce(device, rounds());
    while (isTooLong() && teams.teamSize < std::min(1024u, device.maxWorkGroupInvocations)
        && device.maxSharedMemoryBytes >= mostScratch) {
        teams.teamSize *= 2;
    }
    teams.groupSize = std::max(64u, teams.teamSize);
    teams.groups = linearGroups(rows, teams.groupSize / teams.teamSize);
    teams.loopRounds = longLoopRounds(rounds());
    return teams;
}

} // namespace weightless::ops
