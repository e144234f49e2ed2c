// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/deform_patches.h"
#include "engine/ops/window.h"

namespace weightless::ops::deformconv {

namespace {

// Inputs: x, filters, offsets, bias, mask.
struct DeformedConvolution {
    Window window;
    int64_t images = 0;
    int64_t groups = 1;
    int64_t offsetGroups = 1;
    int64_t channels = 0; // of all groups
    int64_t filters = 0; // of all groups

    [[nodiscard]] int64_t taps() const { return window.kernel[0] * window.kernel[1]; }
    [[nodiscard]] int64_t places() const { return window.out[0] * window.out[1]; }
};

struct PatchParameters {
    uint32_t count, height, width, kernelWidth, taps, places, outWidth, channelsPerOffset, strideDown,
        strideAcross, dilationDown, dilationAcross;
    int32_t padTop, padLeft;
    uint32_t xFirst, offsetFirst, maskFirst, hasMask;
};

void requireShape(const NodeView& node, size_t input, const char* name, const Shape& shape)
{
    if (node.hasInput(input)
        && (node.shape(input) != shape || node.input(input).type != node.input(0).type)) {
        failNode("the " + std::string(name) + " is " + toString(node.input(input)) + ", expected "
            + toString(TensorDescriptor {node.input(0).type, shape}));
    }
}

DeformedConvolution convolutionOf(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1);
    if (x.size() != 4) {
        throw Error(ErrorKind::Unsupported,
            "input 0 is " + toString(node.input(0)) + "; only two spatial dimensions are supported");
    }
    DeformedConvolution conv;
    conv.groups = node.attributes->intOr("group", 1);
    conv.offsetGroups = node.attributes->intOr("offset_group", 1);
    const bool fits = w.size() == 4 && conv.groups > 0 && conv.offsetGroups > 0 && x[1] % conv.groups == 0
        && x[1] / conv.groups == w[1] && w[0] % conv.groups == 0 && x[1] % conv.offsetGroups == 0;
    if (!fits) {
        failNode("the input " + toString(node.input(0)) + " and the filters " + toString(node.input(1))
            + " do not go together in " + std::to_string(conv.groups) + " groups and "
            + std::to_string(conv.offsetGroups) + " groups of offsets");
    }
    const Shape kernel(w.begin() + 2, w.end());
    conv.window = windowOf(node, {x[2], x[3]}, kernel);
    conv.images = x[0];
    conv.channels = x[1];
    conv.filters = w[0];
    const int64_t lines = conv.offsetGroups * conv.taps();
    const Shape& out = conv.window.out;
    requireShape(node, 1, "filters", w);
    requireShape(node, 2, "offset", {x[0], 2 * lines, out[0], out[1]});
    requireShape(node, 3, "bias", {w[0]});
    requireShape(node, 4, "mask", {x[0], lines, out[0], out[1]});
    return conv;
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    const DeformedConvolution conv = convolutionOf(NodeView(context));
    context.setOutput(
        0, context.type(0), {conv.images, conv.filters, conv.window.out[0], conv.window.out[1]});
}

TensorRef patchesOf(LoweringContext& context, const DeformedConvolution& conv, int64_t image)
{
    const TensorRef x = context.input(0);
    const int64_t lines = conv.offsetGroups * conv.taps();
    const TensorRef patches = context.temporary({x.type(), {conv.channels * conv.taps() * conv.places()}});
    const auto count = static_cast<uint64_t>(patches.elements());
    const bool hasMask = context.hasInput(4);
    const Window& w = conv.window;
    const auto narrow = [](int64_t value) { return static_cast<uint32_t>(value); };
    context.dispatch({.kernel = &kernels::deform_patches().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .bindings = {{x, Access::Read}, {context.input(2), Access::Read},
            {hasMask ? context.input(4) : x, Access::Read}, {patches, Access::Write}},
        .parameters = parameterBytes(PatchParameters {.count = narrow(patches.elements()),
            .height = narrow(w.in[0]),
            .width = narrow(w.in[1]),
            .kernelWidth = narrow(w.kernel[1]),
            .taps = narrow(conv.taps()),
            .places = narrow(conv.places()),
            .outWidth = narrow(w.out[1]),
            .channelsPerOffset = narrow(conv.channels / conv.offsetGroups),
            .strideDown = narrow(w.strides[0]),
            .strideAcross = narrow(w.strides[1]),
            .dilationDown = narrow(w.dilations[0]),
            .dilationAcross = narrow(w.dilations[1]),
            .padTop = static_cast<int32_t>(w.padsBegin[0]),
            .padLeft = static_cast<int32_t>(w.padsBegin[1]),
            .xFirst = narrow(image * conv.channels * w.in[0] * w.in[1]),
            .offsetFirst = narrow(image * lines * 2 * conv.places()),
            .maskFirst = narrow(image * lines * conv.places()),
            .hasMask = hasMask ? 1u : 0u}),
        .groupCount = linearGroups(count),
        .operations = 16 * count});
    return patches;
}

// A matrix product for each image.
void lower(LoweringContext& context)
{
    const DeformedConvolution conv = convolutionOf(NodeView(context));
    const TensorRef y = context.output(0);
    if (y.elements() == 0) {
        return;
    }
    Composer compose(context);
    const int64_t depth = conv.channels / conv.groups * conv.taps();
    const int64_t each = conv.filters / conv.groups;
    const TensorRef filters = compose.reshaped(context.input(1), {conv.groups, each, depth});
    const TensorRef sums = context.hasInput(3) ? context.temporary(y.descriptor) : y;
    for (int64_t image = 0; image < conv.images; ++image) {
        const TensorRef patches =
            compose.reshaped(patchesOf(context, conv, image), {conv.groups, depth, conv.places()});
        const TensorRef target = context.view(sums, {y.type(), {conv.groups, each, conv.places()}},
            static_cast<uint64_t>(image * conv.filters * conv.places()));
        compose.addTo(target, "MatMul", {filters, patches});
    }
    if (context.hasInput(3)) {
        compose.addTo(y, "Add", {sums, compose.reshaped(context.input(3), {conv.filters, 1, 1})});
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int64_t version : {19, 22}) {
        registry.add({.name = "DeformConv",
            .sinceVersion = version,
            .minInputs = 3,
            .maxInputs = 5,
            .infer = infer,
            .lower = lower});
    }
}

} // namespace weightless::ops::deformconv
