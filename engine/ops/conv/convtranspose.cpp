// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/convtranspose.h"
#include "engine/base/bytes.h"
#include "engine/ops/conv/transposed.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weightless::ops::conv {

namespace {

Shape listOf(const NodeView& node, const char* name, size_t count, int64_t fallback, int64_t least)
{
    Shape values = node.attributes->ints(name).value_or(Shape(count, fallback));
    const bool isValid = values.size() == count && std::ranges::all_of(values, [least](int64_t value) {
        return value >= least && value <= std::numeric_limits<int32_t>::max();
    });
    if (!isValid) {
        failNode("attribute '" + std::string(name) + "' is " + toString(values) + ", expected "
            + std::to_string(count) + " values of at least " + std::to_string(least));
    }
    return values;
}

// Output sizes as the ONNX documentation of ConvTranspose computes them.
void setOutputs(const NodeView& node, TransposedConvolution& conv)
{
    const size_t rank = conv.in.size();
    const Shape outputPadding = listOf(node, "output_padding", rank, 0, 0);
    const Shape pads = listOf(node, "pads", 2 * rank, 0, 0);
    const std::string mode = padModeOf(*node.attributes);
    const bool isSame = mode == "SAME_UPPER" || mode == "SAME_LOWER";
    const bool hasShape = node.attributes->has("output_shape");
    Shape shape =
        listOf(node, "output_shape", hasShape ? node.attributes->ints("output_shape")->size() : rank, 1, 1);
    if (hasShape && shape.size() == rank + 2) {
        shape.erase(shape.begin(), shape.begin() + 2);
    }
    if (shape.size() != rank) {
        failNode("attribute 'output_shape' is " + toString(shape) + ", expected " + std::to_string(rank)
            + " spatial sizes");
    }
    for (size_t i = 0; i < rank; ++i) {
        const int64_t full = conv.strides[i] * (conv.in[i] - 1) + outputPadding[i]
            + (conv.kernel[i] - 1) * conv.dilations[i] + 1;
        if (hasShape || isSame) {
            conv.out.push_back(hasShape ? shape[i] : conv.in[i] * conv.strides[i]);
            const int64_t total = std::max<int64_t>(0, full - conv.out[i]);
            conv.pads.push_back(mode == "SAME_UPPER" ? total / 2 : total - total / 2);
        } else {
            const bool padded = mode != "VALID";
            conv.pads.push_back(padded ? pads[i] : 0);
            conv.out.push_back(full - (padded ? pads[i] + pads[i + rank] : 0));
        }
        if (conv.out[i] < 1) {
            failNode("spatial dimension " + std::to_string(i) + " of the result would have "
                + std::to_string(conv.out[i]) + " elements");
        }
    }
}

TransposedConvolution convolutionOfNode(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1);
    if (x.size() < 3 || x.size() > 5 || w.size() != x.size()) {
        failNode("input " + toString(node.input(0)) + " and filter " + toString(node.input(1))
            + " are expected to have the same rank, 3 to 5");
    }
    TransposedConvolution conv;
    conv.images = x[0];
    conv.groups = node.attributes->intOr("group", 1);
    if (conv.groups < 1 || w[0] != x[1] || x[1] % conv.groups != 0) {
        failNode("input " + toString(node.input(0)) + " and filter " + toString(node.input(1))
            + " do not go together with group = " + std::to_string(conv.groups));
    }
    conv.channels = x[1] / conv.groups;
    conv.filters = w[1];
    conv.in.assign(x.begin() + 2, x.end());
    conv.kernel.assign(w.begin() + 2, w.end());
    if (node.attributes->ints("kernel_shape").value_or(conv.kernel) != conv.kernel
        || std::ranges::any_of(conv.kernel, [](int64_t k) { return k < 1; })) {
        failNode(
            "the filter is " + toString(node.input(1)) + ", which 'kernel_shape' contradicts or is empty");
    }
    conv.strides = listOf(node, "strides", conv.in.size(), 1, 1);
    conv.dilations = listOf(node, "dilations", conv.in.size(), 1, 1);
    setOutputs(node, conv);
    return conv;
}

void infer(InferenceContext& context)
{
    const TransposedConvolution conv = convolutionOfNode(NodeView(context));
    context.requireSameType(0, 1);
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    const int64_t filters = conv.filters * conv.groups;
    if (context.hasInput(2) && context.input(2) != TensorDescriptor {context.type(0), {filters}}) {
        context.fail("the bias is " + toString(context.input(2)) + ", expected " + std::to_string(filters)
            + " values, one per filter");
    }
    Shape result {context.shape(0)[0], filters};
    result.insert(result.end(), conv.out.begin(), conv.out.end());
    context.setOutput(0, context.type(0), std::move(result));
}

// Seen from one result, taps that are so many apart hit inputs or none of them does.
int64_t periodOf(const TransposedConvolution& conv, size_t axis)
{
    return conv.strides[axis] / std::gcd(conv.strides[axis], conv.dilations[axis]);
}

Shape periodsOf(const TransposedConvolution& conv)
{
    Shape periods;
    for (size_t axis = 0; axis < conv.kernel.size(); ++axis) {
        periods.push_back(periodOf(conv, axis));
    }
    return periods;
}

// How many taps hit an input, seen from one result: at most so many.
std::array<uint32_t, 3> hitsOf(const TransposedConvolution& conv)
{
    Shape hits;
    for (size_t axis = 0; axis < conv.kernel.size(); ++axis) {
        hits.push_back(static_cast<int64_t>(ceilDivide(
            static_cast<uint64_t>(conv.kernel[axis]), static_cast<uint64_t>(periodOf(conv, axis)))));
    }
    return inThree(hits, 1);
}

uint64_t productOf(const std::array<uint32_t, 3>& hits)
{
    return uint64_t {hits[0]} * hits[1] * hits[2];
}

// The loop rounds of convtranspose.comp: those that look for the first tap of each axis, and the hits.
uint64_t roundsAt(const TransposedConvolution& conv, uint32_t channelsAtOnce)
{
    uint64_t rounds = 0;
    for (size_t axis = 0; axis < conv.kernel.size(); ++axis) {
        rounds += roundsOf(static_cast<uint64_t>(std::min(periodOf(conv, axis), conv.kernel[axis])));
    }
    const std::array<uint32_t, 3> hits = hitsOf(conv);
    const uint64_t channels = roundsOf(ceilDivide(static_cast<uint64_t>(conv.channels), channelsAtOnce));
    return rounds + tapRounds(hits, 1) + productOf(hits) * channels;
}

struct TransposeParameters {
    uint32_t count, groups, channels, filters;
    std::array<uint32_t, 3> inSize, outSize, kernel, strides, dilations, periods, pads;
};

void lower(LoweringContext& context)
{
    const TransposedConvolution conv = convolutionOfNode(NodeView(context));
    if (suitsTransposedProduct(context, conv)) {
        lowerTransposedAsProduct(context, conv);
        return;
    }
    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    const uint32_t channelsAtOnce = stepsAtOnce(context.device(), roundsAt(conv, 1));
    DispatchStep step {.loopRounds = longLoopRounds(roundsAt(conv, channelsAtOnce))};
    step.kernel = &kernels::convtranspose().forTypes({context.input(0).type()});
    step.specialization = {context.hasInput(2) ? 1u : 0u, channelsAtOnce};
    step.bindings = {{context.input(0)}, {context.input(1)}, {context.output(0), Access::Write},
        {context.hasInput(2) ? context.input(2) : context.input(0)}};
    step.groupCount = linearGroups(elements);
    step.operations = 2 * elements * productOf(hitsOf(conv)) * static_cast<uint64_t>(conv.channels);
    step.parameters = parameterBytes(TransposeParameters {.count = static_cast<uint32_t>(elements),
        .groups = static_cast<uint32_t>(conv.groups),
        .channels = static_cast<uint32_t>(conv.channels),
        .filters = static_cast<uint32_t>(conv.filters),
        .inSize = inThree(conv.in, 1),
        .outSize = inThree(conv.out, 1),
        .kernel = inThree(conv.kernel, 1),
        .strides = inThree(conv.strides, 1),
        .dilations = inThree(conv.dilations, 1),
        .periods = inThree(periodsOf(conv), 1),
        .pads = inThree(conv.pads, 0)});
    context.dispatch(std::move(step));
}

constexpr std::array versions {1, 11};

} // namespace

void registerTransposed(Registry& registry)
{
    for (const int version : versions) {
        registry.add({.name = "ConvTranspose",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 3,
            .infer = infer,
            .lower = lower});
    }
}

} // namespace weightless::ops::conv
