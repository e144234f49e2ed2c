// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/range.h"
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
    for (size_t i = 0; i < names.size(); ++i) {
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
    if (scalarAsDouble(*context.value(2), "delta") == 0) {
        context.fail("input 'delta' is 0");
    }
    const bool isFloating = isFloat(context.type(0));
    const auto number = [&](size_t i) { return scalarAsDouble(*context.value(i), names[i]); };
    const auto integer = [&](size_t i) { return scalarAsInt64(*context.value(i), names[i]); };
    context.setOutput(0, context.type(0),
        {isFloating ? floatCount(number(0), number(1), number(2))
                    : integerCount(integer(0), integer(1), integer(2))});
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const auto count = static_cast<uint64_t>(result.elements());
    context.dispatch({.kernel = &kernels::range().forTypes({result.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{context.input(0), Access::Read}, {context.input(2), Access::Read},
            {result, Access::Write}},
        .parameters = parameterBytes(RangeParameters {static_cast<uint32_t>(count)}),
        .groupCount = linearGroups(count),
        .operations = count});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor result = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(result.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        if (isFloat(result.descriptor.type)) {
            setElement(result, i,
                scalarAsDouble(*context.inputs[0], "start")
                    + static_cast<double>(i) * scalarAsDouble(*context.inputs[2], "delta"));
        } else {
            // Every element lies between start and limit, but a partial product may wrap on its way there.
            const uint64_t step = i * static_cast<uint64_t>(scalarAsInt64(*context.inputs[2], "delta"));
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
    registry.add({.name = "Range",
        .sinceVersion = 11,
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .fold = fold});
}

} // namespace weightless::ops::generators
