// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/col2im.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/window.h"

#include <algorithm>

namespace weightless::ops::col2im {

namespace {

struct Col2ImParameters {
    uint32_t count;
    std::array<uint32_t, 3> imageSize, blockSize, blocks, strides, dilations;
    std::array<int32_t, 3> pads;
};

// Blocks are to an image what windows are to a convolution's input.
Window windowOfNode(const NodeView& node)
{
    const std::vector<int64_t> image = node.ints(1, "image_shape");
    const std::vector<int64_t> block = node.ints(2, "block_shape");
    if (image.empty() || image.size() > 3 || block.size() != image.size()
        || elementCount(image).value_or(0) < 1 || elementCount(block).value_or(0) < 1) {
        failNode("image_shape " + toString(image) + " and block_shape " + toString(block)
            + " do not go together, expected one to three dimensions");
    }
    Window window = windowOf(node, image, block);
    const Shape& x = node.shape(0);
    const int64_t taps = elementCount(block).value_or(0);
    const int64_t places = elementCount(window.out).value_or(0);
    if (x.size() != 3 || x[1] % taps != 0 || x[2] != places) {
        failNode("input 0 is " + toString(node.input(0)) + ", expected [images, channels * "
            + std::to_string(taps) + ", " + std::to_string(places) + "]");
    }
    return window;
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) && !isInteger(context.type(0)) && context.type(0) != DataType::Bool) {
        context.unsupported("there is no kernel for " + toString(context.input(0)));
    }
    const Window window = windowOfNode(NodeView(context));
    Shape result {context.shape(0)[0], context.shape(0)[1] / elementCount(window.kernel).value_or(1)};
    result.insert(result.end(), window.in.begin(), window.in.end());
    context.setOutput(0, context.type(0), std::move(result));
}

void lower(LoweringContext& context)
{
    const Window w = windowOfNode(NodeView(context));
    // Sums of integers wrap around in every width, and those of truths are true where one is.
    const TensorRef given = context.input(0);
    const DataType type = given.type();
    const bool isWide = type == DataType::UInt32 || type == DataType::UInt64;
    const DataType summed = isFloat(type) || type == DataType::Int64 ? type
        : isWide                                                     ? DataType::Int64
                                                                     : DataType::Int32;
    const TensorRef x = Composer(context).cast(given, summed);
    const TensorRef result = context.output(0);
    const TensorRef y = summed == type ? result : context.temporary({summed, result.shape()});
    const auto count = static_cast<uint64_t>(y.elements());
    const auto taps = static_cast<uint64_t>(elementCount(w.kernel).value_or(1));
    Col2ImParameters parameters {.count = static_cast<uint32_t>(count),
        .imageSize = inThree(w.in, 1),
        .blockSize = inThree(w.kernel, 1),
        .blocks = inThree(w.out, 1),
        .strides = inThree(w.strides, 1),
        .dilations = inThree(w.dilations, 1),
        .pads = {}};
    std::ranges::transform(inThree(w.padsBegin, 0), parameters.pads.begin(),
        [](uint32_t pad) { return static_cast<int32_t>(pad); });
    context.dispatch({.kernel = &kernels::col2im().forTypes({x.type()}),
        .loopRounds = longLoopRounds(roundsOf(taps)),
        .bindings = {{x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(count),
        .operations = 4 * count * taps});
    if (summed != type) {
        finishOutput(context, 0, y);
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "Col2Im",
        .sinceVersion = 18,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::col2im
