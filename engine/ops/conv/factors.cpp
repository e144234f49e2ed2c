// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/conv.h"
#include "engine/ops/kernels/convfactors.h"

namespace weightless::ops::conv {

namespace {

constexpr size_t firstOfBatchNorm = 4; // scale, offset, mean, variance

struct FactorParameters {
    uint32_t filters;
    float epsilon;
};

} // namespace

void checkBatchNorm(InferenceContext& context, int64_t filters)
{
    if (context.inputCount() <= firstOfBatchNorm) {
        return;
    }
    for (size_t i = firstOfBatchNorm; i < firstOfBatchNorm + 4; ++i) {
        if (!context.hasInput(i) || context.shape(i) != Shape {filters}) {
            context.fail("the batch normalization has "
                + (context.hasInput(i) ? toString(context.input(i)) : std::string("nothing")) + " at input "
                + std::to_string(i) + ", expected " + std::to_string(filters) + " values, one per filter");
        }
        context.requireSameType(firstOfBatchNorm, i);
    }
}

FilterBias filterBias(LoweringContext& context, int64_t filters)
{
    if (!context.hasInput(firstOfBatchNorm)) {
        return context.hasInput(2) ? FilterBias {context.input(2), product::BiasKind::PerRow} : FilterBias {};
    }
    const TensorRef scale = context.input(firstOfBatchNorm);
    const DataType factorType =
        context.input(0).type() == DataType::Float64 ? DataType::Float64 : DataType::Float32;
    const TensorRef factors = context.temporary({factorType, {2, filters}});
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernels::convfactors().forTypes({context.input(0).type(), scale.type()});
    step.specialization = {context.hasInput(2) ? 1u : 0u};
    for (size_t i = 0; i < 4; ++i) {
        step.bindings.push_back({context.input(firstOfBatchNorm + i)});
    }
    // Not the input where there is no bias: the step depends on constants alone and runs once.
    step.bindings.push_back({context.hasInput(2) ? context.input(2) : scale});
    step.bindings.push_back({factors, Access::Write});
    step.groupCount = linearGroups(static_cast<uint64_t>(filters));
    step.parameters = parameterBytes(
        FactorParameters {static_cast<uint32_t>(filters), context.attributes().floatOr("epsilon", 1e-5f)});
    context.dispatch(std::move(step));
    return {factors, product::BiasKind::PerRowScaled};
}

} // namespace weightless::ops::conv
