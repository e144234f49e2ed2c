// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/grid_sample.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::gridsample {

namespace {

struct GridSampleParameters {
    uint32_t count;
    uint32_t channels;
    uint32_t depth;
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
    const DataType type = context.type(0);
    const bool isSampled =
        isFloat(type) || type == DataType::Bool || (isInteger(type) && bitWidth(type) < 64);
    if (!isSampled || !isFloat(context.type(1))) {
        context.unsupported(
            "there is no kernel for " + toString(context.input(0)) + " and " + toString(context.input(1)));
    }
    if (x.size() != 4 && x.size() != 5) {
        context.unsupported("input 0 is " + toString(context.input(0)) + ", expected rank 4 or 5");
    }
    const auto dimensions = static_cast<int64_t>(x.size()) - 2;
    if (grid.size() != x.size() || grid[0] != x[0] || grid.back() != dimensions) {
        context.fail("the grid is " + toString(context.input(1)) + ", expected [" + std::to_string(x[0])
            + (dimensions == 3 ? ", depth" : "") + ", height, width, " + std::to_string(dimensions) + "]");
    }
    if (dimensions == 3 && modeOf(context.attributes()) == 2) {
        context.unsupported("cubic interpolation of volumes");
    }
    Shape result {x[0], x[1]};
    result.insert(result.end(), grid.begin() + 1, grid.end() - 1);
    static_cast<void>(modeOf(context.attributes()));
    static_cast<void>(paddingOf(context.attributes()));
    if (elementCount(Shape(x.begin() + 2, x.end())) == 0 && elementCount(result) != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", which has nothing to sample");
    }
    context.setOutput(0, context.type(0), std::move(result));
}

// The wider of the two types, for pairs that no kernel takes. Integers are sampled as floats that hold all of
// them, and what lies between two of them loses its fraction, as with Cast.
void lowerInOneType(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef grid = context.input(1);
    const bool isDouble = x.type() == DataType::Float64 || grid.type() == DataType::Float64
        || x.type() == DataType::Int32 || x.type() == DataType::UInt32;
    const DataType type = isDouble ? DataType::Float64 : DataType::Float32;
    Composer compose(context);
    finishOutput(context, 0,
        compose.add("GridSample", {compose.cast(x, type), compose.cast(grid, type)}, context.attributes()));
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    if (!kernels::grid_sample().hasTypes({x.type(), context.input(1).type()})) {
        lowerInOneType(context);
        return;
    }
    const TensorRef y = context.output(0);
    const auto count = static_cast<uint64_t>(y.elements());
    const Shape& shape = x.shape();
    const Shape places(y.shape().begin() + 2, y.shape().end());
    const bool isVolume = shape.size() == 5;
    context.dispatch({.kernel = &kernels::grid_sample().forTypes({x.type(), context.input(1).type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {modeOf(context.attributes()), paddingOf(context.attributes()),
            context.attributes().intOr("align_corners", 0) != 0 ? 1u : 0u, isVolume ? 3u : 2u},
        .bindings = {{x, Access::Read}, {context.input(1), Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(GridSampleParameters {.count = static_cast<uint32_t>(count),
            .channels = static_cast<uint32_t>(x.shape()[1]),
            .depth = isVolume ? static_cast<uint32_t>(shape[2]) : 1u,
            .height = static_cast<uint32_t>(shape[shape.size() - 2]),
            .width = static_cast<uint32_t>(shape.back()),
            .places = static_cast<uint32_t>(elementCount(places).value_or(0))}),
        .groupCount = linearGroups(count),
        .operations = 16 * count});
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int64_t version : {16, 20, 22}) {
        registry.add({.name = "GridSample",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 2,
            .infer = infer,
            .lower = lower});
    }
    registry.add({.name = "GridSample", // of com.microsoft, which had it first
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
}

} // namespace weightless::ops::gridsample
