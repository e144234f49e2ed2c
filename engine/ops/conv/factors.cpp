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
    float times;
    float plus;
};

// Behind the factors and sums a row of slopes.
TensorRef withSlopes(LoweringContext& context, const TensorRef& factors)
{
    const TensorDescriptor row {factors.type(), {1, factors.shape()[1]}};
    TensorRef slopes = context.input(slopesInput);
    if (slopes.type() != row.type) {
        const TensorRef wide = context.temporary(row);
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(row.type));
        context.lowerAs("Cast", std::array {std::optional(slopes)}, attributes, std::array {wide});
        slopes = wide;
    }
    TensorRef result = context.temporary({row.type, {3, row.shape[1]}});
    Attributes attributes;
    attributes.set("axis", int64_t {0});
    const std::array<std::optional<TensorRef>, 2> inputs {factors, context.view(slopes, row)};
    context.lowerAs("Concat", inputs, attributes, std::array {result});
    return result;
}

} // namespace

void checkBatchNorm(InferenceContext& context, int64_t filters)
{
    bool hasAny = false;
    for (size_t i = firstOfBatchNorm; i < firstOfBatchNorm + 4; ++i) {
        hasAny = hasAny || context.hasInput(i);
    }
    if (!hasAny || context.hasInput(factorsInput)) {
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
    if (context.hasInput(factorsInput)) {
        return {context.input(factorsInput), product::BiasKind::PerRowScaled};
    }
    const bool hasNorm = context.hasInput(firstOfBatchNorm);
    const bool hasBias = context.hasInput(2);
    const bool hasSlopes = context.hasInput(slopesInput);
    const float times = context.attributes().floatOr(timesAttribute, 1.0f);
    const float plus = context.attributes().floatOr(plusAttribute, 0.0f);
    if (!hasNorm && !hasSlopes && times == 1.0f && plus == 0.0f) {
        return hasBias ? FilterBias {context.input(2), product::BiasKind::PerRow} : FilterBias {};
    }
    const DataType type = context.input(0).type();
    const DataType factorType = type == DataType::Float64 ? DataType::Float64 : DataType::Float32;
    const TensorRef factors = context.temporary({factorType, {2, filters}});
    // Not the input for what is not there: the step depends on constants alone and runs once.
    const TensorRef weights = context.input(1);
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel =
        &kernels::convfactors().forTypes({type, hasNorm ? context.input(firstOfBatchNorm).type() : type});
    step.specialization = {hasBias ? 1u : 0u, hasNorm ? 1u : 0u};
    for (size_t i = 0; i < 4; ++i) {
        step.bindings.push_back({hasNorm ? context.input(firstOfBatchNorm + i) : weights});
    }
    step.bindings.push_back({hasBias ? context.input(2) : weights});
    step.bindings.push_back({factors, Access::Write});
    step.groupCount = linearGroups(static_cast<uint64_t>(filters));
    step.parameters = parameterBytes(FactorParameters {
        static_cast<uint32_t>(filters), context.attributes().floatOr("epsilon", 1e-5f), times, plus});
    context.dispatch(std::move(step));
    return {hasSlopes ? withSlopes(context, factors) : factors, product::BiasKind::PerRowScaled};
}

product::Epilogue epilogueOf(const LoweringContext& context)
{
    product::Epilogue epilogue = product::epilogueOf(context.attributes());
    if (context.hasInput(slopesInput)) {
        epilogue.activation = product::Activation::Sloped;
    }
    return epilogue;
}

} // namespace weightless::ops::conv
