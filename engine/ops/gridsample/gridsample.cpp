// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/grid_sample.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::gridsample {

namespace {

struct GridSampleParameters {
    uint32_t count;
    uint32_t channels;
    uint32_t height;
    uint32_t width;
    uint32_t places;
};

// Numbers as in grid_sample.comp.
uint32_t modeOf(const Attributes& attributes)
{
    const std::string mode = attributes.stringOr("mode", "bilinear");
    if (mode == "bilinear" || mode == "linear") {
        return 0;
    }
    if (mode != "nearest" && mode != "bicubic" && mode != "cubic") {
        failNode("mode is '" + mode + "', expected linear, nearest or cubic");
    }
    return mode == "nearest" ? 1 : 2;
}

uint32_t paddingOf(const Attributes& attributes)
{
    const std::string padding = attributes.stringOr("padding_mode", "zeros");
    if (padding != "zeros" && padding != "border" && padding != "reflection") {
        failNode("padding_mode is '" + padding + "', expected zeros, border or reflection");
    }
    return padding == "zeros" ? 0 : padding == "border" ? 1 : 2;
}

void infer(InferenceContext& context)
{
    const Shape& x = context.shape(0);
    const Shape& grid = context.shape(1);
    if (!isFloat(context.type(0)) || context.type(0) == DataType::Float64 || !isFloat(context.type(1))
        || context.type(1) == DataType::Float64) {
        context.unsupported(
            "there is no kernel for " + toString(context.input(0)) + " and " + toString(context.input(1)));
    }
    if (x.size() != 4) {
        context.unsupported("input 0 is " + toString(context.input(0)) + ", expected rank 4");
    }
    if (grid.size() != 4 || grid[0] != x[0] || grid[3] != 2) {
        context.fail("the grid is " + toString(context.input(1)) + ", expected [" + std::to_string(x[0])
            + ", height, width, 2]");
    }
    static_cast<void>(modeOf(context.attributes()));
    static_cast<void>(paddingOf(context.attributes()));
    if ((x[2] == 0 || x[3] == 0) && elementCount({x[0], x[1], grid[1], grid[2]}) != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", which has nothing to sample");
    }
    context.setOutput(0, context.type(0), {x[0], x[1], grid[1], grid[2]});
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const auto count = static_cast<uint64_t>(y.elements());
    context.dispatch({.kernel = &kernels::grid_sample().forTypes({x.type(), context.input(1).type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {modeOf(context.attributes()), paddingOf(context.attributes()),
            context.attributes().intOr("align_corners", 0) != 0 ? 1u : 0u},
        .bindings = {{x, Access::Read}, {context.input(1), Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(GridSampleParameters {.count = static_cast<uint32_t>(count),
            .channels = static_cast<uint32_t>(x.shape()[1]),
            .height = static_cast<uint32_t>(x.shape()[2]),
            .width = static_cast<uint32_t>(x.shape()[3]),
            .places = static_cast<uint32_t>(y.shape()[2] * y.shape()[3])}),
        .groupCount = linearGroups(count),
        .operations = 16 * count});
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "GridSample",
        .sinceVersion = 16,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::gridsample
