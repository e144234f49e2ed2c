// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/channelorder.h"
#include "engine/ops/contrib/contrib.h"

// NhwcConv and NhwcFusedConv: images with their channels last. So are the filters of the first one, [filters,
// spatial …, channels]; those of the second one are as Conv has them.
namespace weightless::ops::contrib {

namespace {

// Of FusedConv's inputs: image, filters, bias, and what is added to the result.
template <bool isFilterChannelsLast>
bool isChannelsLast(size_t input)
{
    return input == 0 || input == 3 || (isFilterChannelsLast && input == 1);
}

template <bool isFilterChannelsLast>
void infer(InferenceContext& context)
{
    const size_t rank = context.shape(0).size();
    if (rank < 3) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected [images, spatial …, channels]");
    }
    std::vector<std::optional<InferenceInput>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(
            context.hasInput(i) ? std::optional(InferenceInput {context.input(i)}) : std::nullopt);
        if (inputs.back() && isChannelsLast<isFilterChannelsLast>(i)) {
            Shape& shape = inputs.back()->descriptor.shape;
            if (shape.size() != rank) {
                context.fail("input " + std::to_string(i) + " is " + toString(context.input(i))
                    + ", expected rank " + std::to_string(rank));
            }
            shape = permuted(shape, toFirst(rank));
        }
    }
    InferenceContext inner(context.op(), context.attributes(), context.opset(), std::move(inputs), 1);
    inferFusedConv(inner);
    context.setOutput(0, context.type(0), permuted(inner.outputs()[0].shape, toLast(rank)));
}

template <bool isFilterChannelsLast>
void lower(LoweringContext& context)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    Composer compose(context);
    const size_t rank = context.input(0).shape().size();
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? std::optional(context.input(i)) : std::nullopt);
        if (inputs.back() && isChannelsLast<isFilterChannelsLast>(i)) {
            inputs.back() = compose.transposed(*inputs.back(), toFirst(rank));
        }
    }
    const TensorRef y =
        context.temporary({context.output(0).type(), permuted(context.output(0).shape(), toFirst(rank))});
    lowerFusedConv(context, inputs, y);
    compose.addTo(context.output(0), "Transpose", {y}, attributesWith("perm", toLast(rank)));
}

} // namespace

void registerChannelsLast(Registry& registry)
{
    registry.add({.name = "NhwcConv",
        .minInputs = 2,
        .maxInputs = 3,
        .infer = infer<true>,
        .lower = lower<true>,
        .domain = microsoft});
    registry.add({.name = "NhwcFusedConv",
        .minInputs = 2,
        .maxInputs = 4,
        .infer = infer<false>,
        .lower = lower<false>,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
