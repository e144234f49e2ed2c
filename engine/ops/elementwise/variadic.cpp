// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"

namespace weightless::ops::elementwise {

namespace {

void inferOf(InferenceContext& context, Types types)
{
    Shape result = context.shape(0);
    for (size_t i = 0; i < context.inputCount(); ++i) {
        requireTypes(context, i, types);
        context.requireSameType(0, i);
        const auto wider = broadcast(result, context.shape(i));
        if (!wider) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i))
                + ", which does not broadcast with " + toString(result) + " of the inputs before it");
        }
        result = *wider;
    }
    context.setOutput(0, context.type(0), std::move(result));
}

// Left to right, every partial result but the last in a temporary.
void lowerChain(LoweringContext& context, uint32_t operation, const TensorRef& result)
{
    const TensorRef first = context.input(0);
    Operand partial {first, first.shape()};
    for (size_t i = 1; i < context.inputCount(); ++i) {
        const TensorRef next = context.input(i);
        const bool isLast = i + 1 == context.inputCount();
        const Shape shape = broadcast(partial.shape, next.shape()).value_or(Shape {});
        const TensorRef target = isLast ? result : context.temporary({result.type(), shape});
        dispatchBinary(context, operation, partial, {next, next.shape()}, target);
        partial = {target, shape};
    }
}

template <uint32_t operation>
void lower(LoweringContext& context)
{
    if (context.inputCount() == 1) {
        context.aliasOutput(0, context.input(0));
        return;
    }
    lowerChain(context, operation, context.output(0));
}

void lowerMean(LoweringContext& context)
{
    if (context.inputCount() == 1) {
        context.aliasOutput(0, context.input(0));
        return;
    }
    const TensorRef mean = context.output(0);
    const TensorRef sum = context.temporary(mean.descriptor);
    lowerChain(context, binaryAdd, sum);
    const auto inputs = static_cast<double>(context.inputCount());
    if (bitWidth(mean.type()) != 16) {
        const TensorRef count = Composer(context).number(inputs, mean.type());
        dispatchBinary(context, binaryDiv, {sum, sum.shape()}, {count, count.shape()}, mean);
        return;
    }
    // 16 bits do not show that a reciprocal is rounded, and do not count all inputs.
    dispatchUnary(context, unaryScale, static_cast<float>(1 / inputs), 0, sum, mean);
}

template <uint32_t operation>
std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor partial = *context.inputs[0];
    for (size_t i = 1; i < context.inputs.size(); ++i) {
        const Shape& next = context.inputs[i]->descriptor.shape;
        const Shape shape = broadcast(partial.descriptor.shape, next).value_or(Shape {});
        partial = binaryOnHost(operation, partial, partial.descriptor.shape, *context.inputs[i], next,
            {context.outputs[0].type, shape});
    }
    return {std::move(partial)};
}

std::vector<HostTensor> foldMean(const FoldContext& context)
{
    std::vector<HostTensor> outputs = fold<binaryAdd>(context);
    HostTensor& mean = outputs[0];
    const auto count = static_cast<size_t>(elementCount(mean.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        setElement(mean, i, elementAsDouble(mean, i) / static_cast<double>(context.inputs.size()));
    }
    return outputs;
}

void inferNumbers(InferenceContext& context)
{
    inferOf(context, Types::Numbers);
}

void inferFloats(InferenceContext& context)
{
    inferOf(context, Types::Floats);
}

} // namespace

void registerVariadic(Registry& registry)
{
    const auto add = [&](std::string_view name, InferFunction infer, LowerFunction lowering,
                         FoldFunction folding) {
        registry.add(
            {.name = name, .maxInputs = anyCount, .infer = infer, .lower = lowering, .fold = folding});
    };
    add("Min", inferNumbers, lower<binaryMin>, fold<binaryMin>);
    add("Max", inferNumbers, lower<binaryMax>, fold<binaryMax>);
    add("Sum", inferFloats, lower<binaryAdd>, fold<binaryAdd>);
    add("Mean", inferFloats, lowerMean, foldMean);
}

} // namespace weightless::ops::elementwise
