// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/kernels/topk_groups.h"
#include "engine/ops/kernels/topk_select.h"
#include "engine/ops/stridedloop.h"
#include "engine/ops/topk/topk.h"
#include "engine/ops/turns.h"

#include <algorithm>
#include <bit>

namespace weightless::ops::topk {

namespace {

// As in topk_select.comp.
enum class Candidates { AllElements, FirstOfGroups, MembersOfGroups };

struct GroupParameters {
    uint32_t count, size, inner, groups;
};

struct SelectParameters {
    uint32_t lines, size, inner, count, kept, groups, membersShift, lastPlace;
};

// Each of the first of a line is in one of as many groups whose own first come first. So what has to be
// looked at more than once are the first of all groups, and the members of those that are chosen: about as
// many are fewest.
struct Groups {
    uint32_t membersShift = 0; // a power of two
    uint64_t count = 0;

    [[nodiscard]] bool areWorthIt() const { return membersShift > 0; }
    [[nodiscard]] uint64_t members(const Lines& lines) const { return lines.kept() << membersShift; }
};

Groups groupsOf(const LoweringContext& context, const Lines& lines)
{
    constexpr uint64_t fewest = 4096; // below, another two launches take longer than they save
    constexpr uint32_t mostShift = 8; // a longer walk leaves most of a card idle
    const uint64_t ratio = lines.size / lines.kept();
    const auto shift = std::min<uint32_t>(static_cast<uint32_t>(std::bit_width(ratio)) / 2, mostShift);
    const bool canWalk = (uint64_t {1} << shift) <= mostSteps(context.device());
    if (lines.size < fewest || shift < 2 || !canWalk) {
        return {.membersShift = 0, .count = lines.size};
    }
    return {.membersShift = shift, .count = ceilDivide(lines.size, uint64_t {1} << shift)};
}

// How a work group looks at a line's candidates.
struct Look {
    uint32_t lanes = 0;
    uint32_t digitBits = 0;
    uint64_t rounds = 0; // of an invocation, should all be equal, so that every digit is looked at
};

uint64_t roundsFor(const Lines& lines, DataType type, uint64_t count, const Look& look)
{
    const auto digitsIn = [&](uint64_t bits) { return ceilDivide(bits, uint64_t {look.digitBits}); };
    const uint64_t digits =
        digitsIn(bitWidth(type)) + digitsIn(static_cast<uint64_t>(std::bit_width(lines.size)));
    const uint64_t counters = ceilDivide(uint64_t {1} << look.digitBits, uint64_t {look.lanes});
    const uint64_t walk = roundsOf(ceilDivide(count, uint64_t {look.lanes}));
    const uint64_t adding = roundsOf(static_cast<uint64_t>(std::bit_width(look.lanes))); // among lanes
    return roundsOf(digits, walk + 3 * roundsOf(counters) + adding) + walk;
}

// Few lanes where lines occupy the device, but as many as it takes, and no more than there are counters to
// add up.
Look lookFor(const LoweringContext& context, const Lines& lines, DataType type, uint64_t count)
{
    constexpr uint64_t few = 4096; // below, there is more to do with longer digits' counters than with them
    const DevicePolicy policy = loopPolicy(context);
    Look look {.lanes = policy.fewestInvocationsPerRowGroup, .digitBits = count < few ? 8u : 11u};
    const auto rounds = [&] { return roundsFor(lines, type, count, look); };
    const uint32_t most = std::min(policy.mostInvocationsPerRow, 1u << look.digitBits);
    while (2 * look.lanes <= most
        && ((lines.count() * look.lanes < policy.enoughRows && count >= 8ull * look.lanes)
            || rounds() > mostSteps(context.device()))) {
        look.lanes *= 2;
    }
    look.rounds = rounds();
    return look;
}

bool canLook(const LoweringContext& context, const Look& look)
{
    return look.rounds <= mostSteps(context.device()) && look.rounds <= mostRoundsInTurn(loopPolicy(context));
}

struct Source {
    Candidates kind = Candidates::AllElements;
    TensorRef x;
    TensorRef places; // x, where there are none
    uint64_t size = 0; // of a line of x
    uint64_t count = 0; // candidates
};

TensorRef select(LoweringContext& context, const Lines& lines, const Groups& groups, const Source& source)
{
    const Look look = lookFor(context, lines, source.x.type(), source.count);
    TensorRef chosen =
        context.temporary({DataType::UInt32, {static_cast<int64_t>(lines.count() * lines.kept())}});
    context.dispatch({.kernel = &kernels::topk_select().forTypes({source.x.type()}),
        .loopRounds = longLoopRounds(look.rounds),
        .specialization = {lines.isLargest ? 1u : 0u, look.lanes, static_cast<uint32_t>(source.kind),
            look.digitBits},
        .bindings = {{source.x, Access::Read}, {source.places, Access::Read}, {chosen, Access::Write}},
        .parameters = parameterBytes(SelectParameters {static_cast<uint32_t>(lines.count()),
            static_cast<uint32_t>(source.size), static_cast<uint32_t>(lines.inner),
            static_cast<uint32_t>(source.count), static_cast<uint32_t>(lines.kept()),
            static_cast<uint32_t>(groups.count), groups.membersShift, static_cast<uint32_t>(lines.size - 1)}),
        .groupCount = linearGroups(lines.count(), 1),
        .operations =
            operationsInTurn(devicePolicy(context.device()), lines.count() * look.lanes, look.rounds)});
    return chosen;
}

Source firstOf(LoweringContext& context, const Lines& lines, const Groups& groups, const TensorRef& x)
{
    const uint64_t count = lines.count() * groups.count;
    Source first {.kind = Candidates::FirstOfGroups,
        .x = context.temporary({x.type(), {static_cast<int64_t>(count)}}),
        .places = context.temporary({DataType::UInt32, {static_cast<int64_t>(count)}}),
        .size = groups.count,
        .count = groups.count};
    const uint64_t members = uint64_t {1} << groups.membersShift;
    context.dispatch({.kernel = &kernels::topk_groups().forTypes({x.type()}),
        .loopRounds = longLoopRounds(roundsOf(members - 1)),
        .specialization = {lines.isLargest ? 1u : 0u},
        .bindings = {{x, Access::Read}, {first.x, Access::Write}, {first.places, Access::Write}},
        .parameters =
            parameterBytes(GroupParameters {static_cast<uint32_t>(count), static_cast<uint32_t>(lines.size),
                static_cast<uint32_t>(lines.inner), static_cast<uint32_t>(groups.count)}),
        .groupCount = linearGroups(count),
        .operations = static_cast<uint64_t>(x.elements()) * 2});
    return first;
}

} // namespace

std::optional<TensorRef> choose(LoweringContext& context, const Lines& lines, const TensorRef& x)
{
    const Groups groups = groupsOf(context, lines);
    const uint64_t most = std::max(groups.count, groups.areWorthIt() ? groups.members(lines) : 0);
    if (2 * lines.kept() > lines.size || !canLook(context, lookFor(context, lines, x.type(), most))) {
        return std::nullopt;
    }
    if (!groups.areWorthIt()) {
        return select(context, lines, groups, {.x = x, .places = x, .size = lines.size, .count = lines.size});
    }
    const TensorRef chosen = select(context, lines, groups, firstOf(context, lines, groups, x));
    return select(context, lines, groups,
        {.kind = Candidates::MembersOfGroups,
            .x = x,
            .places = chosen,
            .size = lines.size,
            .count = groups.members(lines)});
}

} // namespace weightless::ops::topk
