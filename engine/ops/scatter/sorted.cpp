// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/scatter_segments.h"
#include "engine/ops/scatter/scatter.h"

#include <array>

namespace weightless::ops::scatter {

namespace {

struct SegmentParameters {
    uint32_t count, entries, chunk, columns;
};

struct Entries {
    uint64_t count;
    TensorRef keys;
    TensorRef values; // updates, then what is left of them
};

// Two of each chunk, unless there is one chunk: then nobody reads them.
Entries leftOf(LoweringContext& context, DataType type, uint64_t chunks, uint64_t columns)
{
    const uint64_t count = chunks > 1 ? 2 * chunks : 1;
    const DataType sumType = bitWidth(type) == 16 ? DataType::Float32 : type;
    return {.count = count,
        .keys = context.temporary({DataType::UInt32, {static_cast<int64_t>(count)}}),
        .values = context.temporary(
            {sumType, {static_cast<int64_t>(count), static_cast<int64_t>(chunks > 1 ? columns : 1)}})};
}

} // namespace

bool suitsSorting(const LoweringContext& context, uint64_t updates, uint64_t lines)
{
    constexpr uint64_t fewest = 64; // below, so many launches take longer
    constexpr uint64_t sorting = 256; // steps that sorting takes for each update
    if (context.attributes().stringOr("weightless.kernel", "") == "sorted") {
        return updates > 1;
    }
    return updates > fewest && lines * sorting <= devicePolicy(context.device()).enoughRows;
}

void reduceSorted(LoweringContext& context, Reduction reduction, const TensorRef& keys, uint64_t columns)
{
    const TensorRef sorted = context.temporary(keys.descriptor);
    const TensorRef places = context.temporary({DataType::Int64, keys.shape()});
    Attributes attributes;
    attributes.set("axis", int64_t {0});
    attributes.set("largest", int64_t {0});
    attributes.set("k", keys.elements()); // an input in newer models
    const TensorRef k = context.constant(makeInt64Tensor(std::array {keys.elements()}));
    context.lowerAs(
        "TopK", std::array {std::optional(keys), std::optional(k)}, attributes, std::array {sorted, places});

    const TensorRef result = context.output(0);
    constexpr uint64_t longChunk = 64;
    const uint64_t chunk = std::clamp<uint64_t>(mostSteps(context.device()), 4, longChunk);
    Entries entries {static_cast<uint64_t>(keys.elements()), sorted, context.input(2)};
    for (bool isFirst = true, isLast = false; !isLast; isFirst = false) {
        const uint64_t chunks = ceilDivide(entries.count, chunk);
        isLast = chunks == 1;
        const Entries left = leftOf(context, result.type(), chunks, columns);
        context.dispatch({.kernel = &kernels::scatter_segments().forTypes({result.type()}),
            .loopRounds = longLoopRounds(roundsOf(chunk)),
            .specialization = {static_cast<uint32_t>(reduction), isFirst ? 1u : 0u, isLast ? 1u : 0u},
            .bindings = {{entries.keys, Access::Read}, {isFirst ? places : entries.keys, Access::Read},
                {entries.values, Access::Read}, {result, Access::ReadWrite}, {left.keys, Access::Write},
                {left.values, Access::Write}},
            .parameters = parameterBytes(SegmentParameters {static_cast<uint32_t>(chunks * columns),
                static_cast<uint32_t>(entries.count), static_cast<uint32_t>(chunk),
                static_cast<uint32_t>(columns)}),
            .groupCount = linearGroups(chunks * columns),
            .operations = entries.count * columns});
        entries = left;
    }
}

} // namespace weightless::ops::scatter
