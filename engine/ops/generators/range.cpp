// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/range.h"
#include "engine/ops/composed.h"
#include "engine/ops/generators/generators.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/valueneeded.h"

#include <array>
#include <cmath>

namespace weightless::ops::generators {

namespace {

struct RangeParameters {
    uint32_t count;
};

int64_t floatCount(double start, double limit, double delta)
{
    const double count = std::ceil((limit - start) / delta);
    constexpr double most = 4e18;
    return count > 0 ? static_cast<int64_t>(std::min(count, most)) : 0;
}

int64_t integerCount(int64_t start, int64_t limit, int64_t delta)
{
    if (delta > 0 ? limit <= start : limit >= start) {
        return 0;
    }
    // In unsigned arithmetic, where the distance of any two integers fits.
    const auto low = static_cast<uint64_t>(delta > 0 ? start : limit);
    const auto high = static_cast<uint64_t>(delta > 0 ? limit : start);
    const uint64_t step = delta > 0 ? static_cast<uint64_t>(delta) : 0 - static_cast<uint64_t>(delta);
    return static_cast<int64_t>(std::min<uint64_t>((high - low - 1) / step + 1, INT64_MAX));
}

// com.microsoft's counts in ones where it has no delta.
bool hasDelta(const InferenceContext& context)
{
    return context.op().minInputs > 2 || context.hasInput(2);
}

double deltaOf(const HostTensor* given)
{
    return given != nullptr ? scalarAsDouble(*given, "delta") : 1;
}

int64_t wholeDeltaOf(const HostTensor* given)
{
    return given != nullptr ? scalarAsInt64(*given, "delta") : 1;
}

// 16-bit floats are counted in float32, or, for a result that differs in no more than its last digit, in
// float64; to count in their own type would be to lose count beyond 2048.
void checkPrecision(const InferenceContext& context)
{
    const auto type = static_cast<DataType>(context.attributes().intOr("stash_type", 1));
    const bool isHalf = context.type(0) == DataType::Float16 || context.type(0) == DataType::BFloat16;
    if (isHalf && type != DataType::Float32 && type != DataType::Float64) {
        context.unsupported("attribute 'stash_type' is " + toString(type) + ", expected float32");
    }
}

void infer(InferenceContext& context)
{
    constexpr std::array names {"start", "limit", "delta"};
    for (size_t i = 0; i < (hasDelta(context) ? 3 : 2); ++i) {
        context.requireSameType(0, i);
        if (elementCount(context.shape(i)) != 1) {
            context.fail(std::string("input '") + names[i] + "' is " + toString(context.input(i))
                + ", expected a scalar");
        }
        if (context.value(i) == nullptr) {
            throw ValueNeeded(i, names[i]);
        }
    }
    checkPrecision(context);
    const HostTensor* delta = hasDelta(context) ? context.value(2) : nullptr;
    if (deltaOf(delta) == 0) {
        context.fail("input 'delta' is 0");
    }
    const bool isFloating = isFloat(context.type(0));
    const auto number = [&](size_t i) { return scalarAsDouble(*context.value(i), names[i]); };
    const auto integer = [&](size_t i) { return scalarAsInt64(*context.value(i), names[i]); };
    context.setOutput(0, context.type(0),
        {isFloating ? floatCount(number(0), number(1), deltaOf(delta))
                    : integerCount(integer(0), integer(1), wholeDeltaOf(delta))});
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const auto count = static_cast<uint64_t>(result.elements());
    const TensorRef delta = context.hasInput(2) ? context.input(2) : scalarOf(context, result.type(), 1);
    context.dispatch({.kernel = &kernels::range().forTypes({result.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{context.input(0), Access::Read}, {delta, Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(RangeParameters {static_cast<uint32_t>(count)}),
        .groupCount = linearGroups(count),
        .operations = count});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor result = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(result.descriptor.shape).value_or(0));
    const HostTensor* delta = context.inputs.size() > 2 ? context.inputs[2] : nullptr;
    for (size_t i = 0; i < count; ++i) {
        if (isFloat(result.descriptor.type)) {
            setElement(result, i,
                scalarAsDouble(*context.inputs[0], "start") + static_cast<double>(i) * deltaOf(delta));
        } else {
            // Every element lies between start and limit, but a partial product may wrap on its way there.
            const uint64_t step = i * static_cast<uint64_t>(wholeDeltaOf(delta));
            setElement(result, i,
                static_cast<int64_t>(
                    static_cast<uint64_t>(scalarAsInt64(*context.inputs[0], "start")) + step));
        }
    }
    return {std::move(result)};
}

} // namespace

void registerRange(Registry& registry)
{
    Operator range {.name = "Range",
        .sinceVersion = 11,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold};
    registry.add(range);
    range.sinceVersion = 1;
    range.minInputs = 2;
    range.domain = "com.microsoft";
    registry.add(range);
}

} // namespace weightless::ops::generators
