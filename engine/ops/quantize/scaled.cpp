// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/scaled.h"

#include "engine/ops/kernels/quantizewhole.h"
#include "engine/ops/kernels/scalefactors.h"
#include "engine/ops/stridedloop.h"

namespace weightless::ops::quantize {

namespace {

struct FactorParameters {
    uint32_t count, leftStep, rightStep, biasStep;
};

struct WholeParameters {
    uint32_t count;
    float low, high;
};

} // namespace

void checkScaled(InferenceContext& context, int64_t count)
{
    for (const size_t input : {scaleInput, otherScaleInput, biasInput}) {
        const bool isThere = context.hasInput(input);
        if (!isThere && input != scaleInput) {
            continue;
        }
        const int64_t given = isThere ? elementCount(context.shape(input)).value_or(0) : 0;
        const bool isNumber = isThere
            && (context.type(input) == DataType::Float32
                || (input == biasInput && context.type(input) == DataType::Int32));
        if (!isNumber || (given != 1 && given != count)) {
            context.fail("input " + std::to_string(input) + " is "
                + (isThere ? toString(context.input(input)) : std::string("nothing"))
                + ", expected float32, one number or " + std::to_string(count));
        }
    }
    if (!context.hasInput(quantizationInput)) {
        return;
    }
    const bool hasZero = context.hasInput(xZeroInput) && elementCount(context.shape(xZeroInput)) == 1;
    if (context.type(xInput) != DataType::Float32 || context.type(quantizationInput) != DataType::Float32
        || elementCount(context.shape(quantizationInput)) != 1 || !hasZero
        || context.type(xZeroInput) != DataType::UInt8) {
        context.fail("input 0 is " + toString(context.input(xInput))
            + ", expected float32 that one float32 and one uint8 quantize, at inputs "
            + std::to_string(quantizationInput) + " and " + std::to_string(xZeroInput));
    }
}

TensorRef factorTable(LoweringContext& context, const ScalesAndBias& numbers, int64_t count)
{
    const TensorRef& other = numbers.otherScale ? *numbers.otherScale : numbers.scale;
    const TensorRef& bias = numbers.bias ? *numbers.bias : numbers.scale;
    const auto stepOf = [](const TensorRef& tensor) { return tensor.elements() == 1 ? 0u : 1u; };
    const uint32_t biasKind = !numbers.bias ? 0 : bias.type() == DataType::Int32 ? 2 : 1;
    TensorRef factors = context.temporary({DataType::Float32, {2, count}});
    context.dispatch({.kernel = &kernels::scalefactors().forTypes({DataType::Float32}),
        .loopRounds = fewLoopRounds,
        .specialization = {numbers.otherScale ? 1u : 0u, biasKind, numbers.resultScale ? 1u : 0u},
        .bindings = {{numbers.scale}, {other}, {bias}, {factors, Access::Write},
            {numbers.resultScale.value_or(numbers.scale)}},
        .parameters = parameterBytes(FactorParameters {
            static_cast<uint32_t>(count), stepOf(numbers.scale), stepOf(other), stepOf(bias)}),
        .groupCount = linearGroups(static_cast<uint64_t>(count)),
        .operations = static_cast<uint64_t>(count)});
    return factors;
}

TensorRef scaledFactors(LoweringContext& context, int64_t count)
{
    const auto optional = [&](size_t input) {
        return context.hasInput(input) ? std::optional(context.input(input)) : std::nullopt;
    };
    return factorTable(
        context, {context.input(scaleInput), optional(otherScaleInput), optional(biasInput)}, count);
}

bool isUnquantized(const LoweringContext& context)
{
    return context.hasInput(quantizationInput);
}

Factor quantizedWhole(LoweringContext& context)
{
    const TensorRef x = context.input(xInput);
    const TensorRef whole = context.temporary(x.descriptor);
    const LoopLaunch launch = flatLaunchOf(loopPolicy(context), static_cast<uint64_t>(x.elements()),
        {x.type()}, beginAtQuads(context, {x, whole}));
    context.dispatch({.kernel = &kernels::quantizewhole().forTypes({x.type(), whole.type(), DataType::UInt8}),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization(),
        .bindings = {{x}, {whole, Access::Write}, {context.input(quantizationInput)},
            {context.input(xZeroInput)}},
        .parameters = parameterBytes(WholeParameters {static_cast<uint32_t>(x.elements()), 0, 255}),
        .groupCount = linearGroups(launch.invocations),
        .operations = 4 * static_cast<uint64_t>(x.elements()),
        .isElementwise = true});
    return {.bytes = whole, .zeroPoint = {}, .greatest = 255};
}

} // namespace weightless::ops::quantize
