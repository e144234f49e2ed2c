// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/narrowtypes.h"
#include "engine/ops/composer.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/kernels/float_test.h"

#include <cmath>

namespace weightless::ops::elementwise {

namespace {

struct FloatTestParameters {
    uint32_t count;
    uint32_t findsNan;
    uint32_t findsPositiveInfinity;
    uint32_t findsNegativeInfinity;
};

void infer(InferenceContext& context)
{
    if (!isNarrowFloat(context.type(0))) {
        requireTypes(context, 0, Types::Floats);
    }
    context.setOutput(0, DataType::Bool, context.shape(0));
}

void dispatchTest(LoweringContext& context, FloatTestParameters parameters)
{
    const TensorRef given = context.input(0);
    const TensorRef x =
        isNarrowFloat(given.type()) ? Composer(context).cast(given, DataType::Float32) : given;
    const TensorRef y = context.output(0);
    parameters.count = static_cast<uint32_t>(y.elements());
    context.dispatch({.kernel = &kernels::float_test().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(static_cast<uint64_t>(y.elements())),
        .operations = static_cast<uint64_t>(y.elements())});
}

void lowerIsNaN(LoweringContext& context)
{
    dispatchTest(
        context, {.count = 0, .findsNan = 1, .findsPositiveInfinity = 0, .findsNegativeInfinity = 0});
}

void lowerIsInf(LoweringContext& context)
{
    const Attributes& attributes = context.attributes();
    dispatchTest(context,
        {.count = 0,
            .findsNan = 0,
            .findsPositiveInfinity = attributes.intOr("detect_positive", 1) != 0 ? 1u : 0u,
            .findsNegativeInfinity = attributes.intOr("detect_negative", 1) != 0 ? 1u : 0u});
}

template <typename Predicate>
std::vector<HostTensor> testedOnHost(const FoldContext& context, Predicate holds)
{
    HostTensor y = makeHostTensor(context.outputs[0]);
    for (size_t i = 0; i < y.bytes.size(); ++i) {
        setElement(y, i, static_cast<int64_t>(holds(elementAsDouble(*context.inputs[0], i)) ? 1 : 0));
    }
    return {std::move(y)};
}

std::vector<HostTensor> foldIsNaN(const FoldContext& context)
{
    return testedOnHost(context, [](double x) { return std::isnan(x); });
}

std::vector<HostTensor> foldIsInf(const FoldContext& context)
{
    const bool positive = context.attributes.intOr("detect_positive", 1) != 0;
    const bool negative = context.attributes.intOr("detect_negative", 1) != 0;
    return testedOnHost(context, [=](double x) { return std::isinf(x) && (x > 0 ? positive : negative); });
}

} // namespace

void registerPredicates(Registry& registry)
{
    registry.add(
        {.name = "IsNaN", .sinceVersion = 9, .infer = infer, .lower = lowerIsNaN, .fold = foldIsNaN});
    registry.add(
        {.name = "IsInf", .sinceVersion = 10, .infer = infer, .lower = lowerIsInf, .fold = foldIsInf});
}

} // namespace weightless::ops::elementwise
