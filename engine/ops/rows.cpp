// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/rows.h"

#include "engine/base/bytes.h"
#include "engine/ops/stridedloop.h"

#include <bit>

namespace weightless::ops {

std::vector<uint32_t> RowTeams::specialization(std::initializer_list<uint32_t> own) const
{
    std::vector<uint32_t> values {teamSize, groupSize, stepsAtOnce};
    values.insert(values.end(), own);
    return values;
}

RowTeams rowTeams(const vulkan::DeviceTraits& device, const DevicePolicy& policy, const RowShape& shape)
{
    constexpr uint32_t mostScratch = 1024 * sizeof(uint64_t); // rows.glsl, of its widest type
    const uint32_t most = device.maxSharedMemoryBytes >= mostScratch ? policy.mostInvocationsPerRow : 64;
    RowTeams teams;
    const auto canShare = [&] {
        return shape.isOneEnough ? shape.length >= 2ull * teams.teamSize
                                 : shape.length > 4ull * teams.teamSize;
    };
    while (2 * teams.teamSize <= most && shape.rows * teams.teamSize < policy.enoughRows && canShare()) {
        teams.teamSize *= 2;
    }
    // Each invocation still has four elements, so that there is something to do between the barriers.
    const uint64_t coalesced = std::min<uint64_t>(policy.fewestInvocationsPerRow, shape.neighbours);
    while (2ull * teams.teamSize <= coalesced && shape.length >= 8ull * teams.teamSize) {
        teams.teamSize *= 2;
    }
    const auto rounds = [&] {
        return shape.walks * roundsOf(ceilDivide(shape.length, uint64_t(teams.teamSize) * teams.stepsAtOnce));
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
    teams.groupSize = std::max(policy.fewestInvocationsPerRowGroup, teams.teamSize);
    teams.groups = linearGroups(shape.rows, teams.groupSize / teams.teamSize);
    teams.loopRounds = longLoopRounds(rounds());
    return teams;
}

RowTeams rowTeams(const LoweringContext& context, const RowShape& shape)
{
    return rowTeams(context.device(), loopPolicy(context), shape);
}

std::optional<RowTeams> heldRowTeams(
    const vulkan::DeviceTraits& device, const DevicePolicy& policy, const RowShape& shape, DataType type)
{
    constexpr uint64_t quad = 4;
    const bool canHold = bitWidth(type) <= 32 && (type != DataType::Float16 || device.hasFloat16);
    if (!policy.holdsRows || !device.rowSubgroups || shape.neighbours != shape.length || !canHold) {
        return std::nullopt;
    }
    const uint32_t subgroup = device.rowSubgroups->size;
    // An eighth of an invocation's registers: a norm holds its scale and bias as well, or a sum's other
    // operand.
    const uint64_t mostHeldBytes = std::bit_ceil(device.rowSubgroups->registers) / 8 * sizeof(uint32_t);
    const auto most =
        static_cast<uint32_t>(std::min<uint64_t>(std::min(1024u, device.maxWorkGroupInvocations),
            uint64_t {subgroup} * device.rowSubgroups->mostInGroup));
    const uint64_t quads = ceilDivide(shape.length, quad);
    const uint64_t mostQuads = 8 * mostHeldBytes / (quad * bitWidth(type));
    if (2 * quads <= subgroup || quads > mostQuads * most) {
        return std::nullopt;
    }
    RowTeams teams;
    teams.teamSize = subgroup;
    const auto wantsMore = [&] { return shape.rows * teams.teamSize < policy.enoughRows; };
    while (2 * teams.teamSize <= most && teams.teamSize < quads
        && (wantsMore() || quads > mostQuads * teams.teamSize)) {
        teams.teamSize *= 2;
    }
    teams.groupSize = std::max(64u, teams.teamSize);
    teams.stepsAtOnce = static_cast<uint32_t>(ceilDivide(quads, uint64_t {teams.teamSize}));
    teams.groups = linearGroups(shape.rows, teams.groupSize / teams.teamSize);
    return teams;
}

std::optional<RowParts> rowParts(const vulkan::DeviceTraits& device, const DevicePolicy& policy,
    uint64_t rows, uint64_t extent, DataType type)
{
    const uint64_t bytes = bitWidth(type) / 8;
    const bool hasKernels = isFloat(type) && type != DataType::Float64;
    if (!hasKernels || rows == 0 || extent <= policy.mostRowBytes / bytes || rows >= policy.enoughLongRows) {
        return std::nullopt;
    }
    RowParts parts {.rows = rows, .extent = extent, .length = policy.rowPartBytes / bytes};
    parts.count = ceilDivide(extent, parts.length);
    const uint64_t all = rows * parts.count;
    if (policy.prefersEights && canReadEights(device, type)) {
        // A work group has one part, so that its lanes read neighbours.
        DevicePolicy together = policy;
        together.fewestInvocationsPerRow = policy.fewestInvocationsPerRowGroup;
        const uint64_t groups = parts.length / groupElements;
        parts.teams =
            rowTeams(device, together, {.rows = all, .length = groups, .walks = 2, .neighbours = groups});
        return parts;
    }
    const auto held =
        heldRowTeams(device, policy, {.rows = all, .length = parts.length, .neighbours = parts.length}, type);
    if (!held) {
        return std::nullopt;
    }
    parts.areHeld = true;
    parts.teams = *held;
    return parts;
}

std::optional<RowParts> rowParts(
    const LoweringContext& context, uint64_t rows, uint64_t extent, DataType type)
{
    return rowParts(context.device(), loopPolicy(context), rows, extent, type);
}

bool suitsGroups(const LoweringContext& context, const KernelFamily& family, DataType type)
{
    return loopPolicy(context).prefersEights && family.hasTypes({type})
        && canReadEights(context.device(), type);
}

RowKernel rowKernel(const LoweringContext& context, const KernelFamily& walking, const KernelFamily* held,
    const RowShape& shape, DataType type)
{
    const DevicePolicy policy = loopPolicy(context);
    const auto teams = held != nullptr ? heldRowTeams(context.device(), policy, shape, type) : std::nullopt;
    if (teams) {
        return {held->forTypes({type}), *teams};
    }
    return {walking.forTypes({type}), rowTeams(context.device(), policy, shape)};
}

} // namespace weightless::ops
