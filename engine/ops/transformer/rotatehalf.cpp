// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/rotatehalf.h"
#include "engine/ops/stridedloop.h"
#include "engine/ops/transformer/transformer.h"

#include <array>

// weightless.RotateHalf: x * cosines + rotate_half(x) * sines, where rotate_half puts the second half of each
// row, negated, before the first one. What it is multiplied with broadcasts to x, but along rows.
namespace weightless::ops::transformer {

namespace {

constexpr size_t mostDimensions = maxLoopRank - 1; // rows are two

struct RotateParameters {
    uint32_t invocations;
    std::array<uint32_t, maxLoopRank> dims, cosineStrides, sineStrides;
};

Shape withHalves(Shape shape)
{
    const int64_t half = shape.back() / 2;
    shape.back() = 2;
    shape.push_back(half);
    return shape;
}

// All but the halves of rows as few dimensions.
StridedLoop loopOf(const Shape& x, const Shape& cosines, const Shape& sines)
{
    const StridedLoop all = broadcastLoop(withHalves(x), std::array {withHalves(cosines), withHalves(sines)});
    StridedLoop outer = all;
    outer.dims.resize(all.dims.size() - 2);
    for (auto& strides : outer.strides) {
        strides.resize(outer.dims.size());
    }
    StridedLoop loop = outer.dims.empty() ? outer : collapsed(outer);
    loop.dims.insert(loop.dims.end(), all.dims.end() - 2, all.dims.end());
    for (size_t i = 0; i < loop.strides.size(); ++i) {
        loop.strides[i].insert(loop.strides[i].end(), all.strides[i].end() - 2, all.strides[i].end());
    }
    return loop;
}

void infer(InferenceContext& context)
{
    const Shape& x = context.shape(0);
    if (x.empty() || x.size() > mostDimensions || x.back() % 2 != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected 1 to "
            + std::to_string(mostDimensions) + " dimensions, the last of them even");
    }
    for (const size_t input : {1u, 2u}) {
        const Shape& factors = context.shape(input);
        context.requireSameType(0, input);
        if (factors.empty() || factors.back() != x.back() || broadcast(factors, x) != x) {
            context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
                + ", expected rows as " + toString(context.input(0))
                + " has them, and what broadcasts to it");
        }
    }
    context.setOutput(0, context.type(0), x);
}

void lower(LoweringContext& context)
{
    const TensorRef y = context.output(0);
    if (y.elements() == 0) {
        return;
    }
    const std::array inputs {context.input(0), context.input(1), context.input(2)};
    const StridedLoop loop = loopOf(y.shape(), inputs[1].shape(), inputs[2].shape());
    const LoopLaunch launch = launchOf(
        loopPolicy(context), loop, {y.type()}, beginAtQuads(context, {inputs[0], inputs[1], inputs[2], y}));
    context.dispatch({.kernel = &kernels::rotatehalf().forTypes({y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization(),
        .bindings = {{inputs[0]}, {inputs[1]}, {inputs[2]}, {y, Access::Write}},
        .parameters =
            parameterBytes(RotateParameters {.invocations = static_cast<uint32_t>(launch.invocations),
                .dims = loopParameters(loop.dims),
                .cosineStrides = loopParameters(loop.strides[1]),
                .sineStrides = loopParameters(loop.strides[2])}),
        .groupCount = linearGroups(launch.invocations),
        .operations = 3 * static_cast<uint64_t>(y.elements())});
}

} // namespace

void registerRotateHalf(Registry& registry)
{
    registry.add({.name = "RotateHalf",
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .domain = "weightless"});
}

} // namespace weightless::ops::transformer
