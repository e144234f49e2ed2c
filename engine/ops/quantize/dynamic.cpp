// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/dynamicrange.h"
#include "engine/ops/kernels/dynamicrangegroups.h"
#include "engine/ops/kernels/dynamicscale.h"
#include "engine/ops/quantize/quantize.h"
#include "engine/ops/rows.h"

#include <algorithm>

// DynamicQuantizeLinear: scale and zero point follow from the values.
namespace weightless::ops::quantize {

namespace {

constexpr uint64_t mostOfOnePart = 4096; // values whose range one team finds
constexpr uint64_t mostParts = 256;

struct RangeParameters {
    uint32_t count, parts, partSize;
};

struct ScaleParameters {
    uint32_t count;
};

void infer(InferenceContext& context)
{
    if (context.type(0) != DataType::Float32) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected float32");
    }
    context.setOutput(0, DataType::UInt8, context.shape(0));
    context.setOutput(1, DataType::Float32, {});
    context.setOutput(2, DataType::UInt8, {});
}

// The least and greatest value of each part of x; x itself where one team is enough for all.
TensorRef rangesOf(LoweringContext& context, const TensorRef& x)
{
    const auto count = static_cast<uint64_t>(x.elements());
    if (count <= mostOfOnePart) {
        return x;
    }
    const uint64_t partSize =
        alignUp(std::max(ceilDivide(count, mostParts), mostOfOnePart / 4), groupElements);
    const uint64_t parts = ceilDivide(count, partSize);
    const bool inGroups = !context.mayBeginAnywhere(x)
        && suitsGroups(context, kernels::dynamicrangegroups(), DataType::Float32);
    const RowTeams teams = rowTeams(context,
        {.rows = parts,
            .length = inGroups ? partSize / groupElements : partSize,
            .neighbours = inGroups ? 1 : partSize});
    TensorRef ranges = context.temporary({DataType::Float32, {static_cast<int64_t>(parts), 2}});
    context.dispatch({.kernel = &(inGroups ? kernels::dynamicrangegroups() : kernels::dynamicrange())
                                     .forTypes({DataType::Float32}),
        .loopRounds = teams.loopRounds,
        .specialization = teams.specialization({}),
        .bindings = {{x}, {ranges, Access::Write}},
        .parameters = parameterBytes(RangeParameters {
            static_cast<uint32_t>(count), static_cast<uint32_t>(parts), static_cast<uint32_t>(partSize)}),
        .groupCount = teams.groups,
        .operations = 2 * count});
    return ranges;
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const auto result = [&](size_t output, DataType type) {
        return context.wantsOutput(output) ? context.output(output) : context.temporary({type, {}});
    };
    const TensorRef scale = result(1, DataType::Float32);
    const TensorRef zeroPoint = result(2, DataType::UInt8);
    const TensorRef values = rangesOf(context, x);
    const auto count = static_cast<uint64_t>(values.elements());
    const RowTeams teams = rowTeams(context, {.rows = 1, .length = count, .neighbours = count});
    context.dispatch({.kernel = &kernels::dynamicscale().forTypes({DataType::UInt8}),
        .loopRounds = teams.loopRounds,
        .specialization = teams.specialization({}),
        .bindings = {{values}, {scale, Access::Write}, {zeroPoint, Access::Write}},
        .parameters = parameterBytes(ScaleParameters {static_cast<uint32_t>(count)}),
        .groupCount = teams.groups,
        .operations = 2 * count});
    if (context.wantsOutput(0)) {
        Composer(context).addTo(context.output(0), "QuantizeLinear", {x, scale, zeroPoint});
    }
}

} // namespace

void registerDynamic(Registry& registry)
{
    registry.add({.name = "DynamicQuantizeLinear",
        .sinceVersion = 11,
        .maxOutputs = 3,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::quantize
