// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/crop_resize.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/roi/roi.h"

// com.microsoft.CropAndResize: regions of images, each as large as all others.
namespace weightless::ops::roi {

namespace {

enum Input : size_t { X, Regions, Images, Size };

struct CropParameters {
    uint32_t count, channels, images, height, width, rows, columns;
    float outside;
};

bool isNearest(const Attributes& attributes)
{
    return choice(attributes, "mode", "bilinear", "nearest", "bilinear") == "nearest";
}

void infer(InferenceContext& context)
{
    static_cast<void>(isNearest(context.attributes()));
    if (context.type(Size) != DataType::Int32 || context.shape(Size) != Shape {2}) {
        context.fail("crop_size is " + toString(context.input(Size)) + ", expected int32[2]");
    }
    const std::vector<int64_t> size = context.requireInts(Size, "crop_size");
    inferCells(context, {size[0], size[1]}, 4);
    if (context.type(Images) != DataType::Int32
        || context.shape(Images) != Shape {context.shape(Regions)[0]}) {
        context.fail("batch_indices are " + toString(context.input(Images)) + ", expected int32["
            + std::to_string(context.shape(Regions)[0]) + "]");
    }
    if (!kernels::crop_resize().hasTypes({context.type(X)})) {
        context.unsupported("crops of " + toString(context.type(X)));
    }
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(X);
    const TensorRef y = context.output(0);
    const auto count = static_cast<uint64_t>(y.elements());
    const auto sizeOf = [](const TensorRef& tensor, size_t axis) {
        return static_cast<uint32_t>(tensor.shape()[axis]);
    };
    context.dispatch({.kernel = &kernels::crop_resize().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {isNearest(context.attributes()) ? 1u : 0u},
        .bindings = {{x}, {context.input(Regions)}, {context.input(Images)}, {y, Access::Write}},
        .parameters = parameterBytes(CropParameters {.count = static_cast<uint32_t>(count),
            .channels = sizeOf(x, 1),
            .images = sizeOf(x, 0),
            .height = sizeOf(x, 2),
            .width = sizeOf(x, 3),
            .rows = sizeOf(y, 2),
            .columns = sizeOf(y, 3),
            .outside = context.attributes().floatOr("extrapolation_value", 0)}),
        .groupCount = linearGroups(count),
        .operations = 16 * count});
}

} // namespace

void registerCropAndResize(Registry& registry)
{
    registry.add({.name = "CropAndResize",
        .minInputs = 4,
        .maxInputs = 4,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
}

} // namespace weightless::ops::roi
