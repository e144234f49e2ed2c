// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/indices.h"

#include <algorithm>

namespace weightless::ops {

void requireIndices(const InferenceContext& context, size_t input, std::span<const int64_t> dimensions)
{
    if (context.type(input) != DataType::Int32 && context.type(input) != DataType::Int64) {
        context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
            + ", expected int32 or int64 indices");
    }
    if (dimensions.empty()) {
        return;
    }
    const int64_t count = elementCount(context.shape(input)).value_or(0);
    const HostTensor* values = context.value(input);
    for (int64_t i = 0; i < count; ++i) {
        const int64_t size = dimensions[static_cast<size_t>(i) % dimensions.size()];
        const int64_t index = values != nullptr ? elementAsInt64(*values, static_cast<size_t>(i)) : 0;
        if (size == 0 || index < -size || index >= size) {
            context.fail("index " + std::to_string(index) + " in input " + std::to_string(input)
                + " is outside a dimension of " + std::to_string(size));
        }
        if (values == nullptr && i + 1 >= static_cast<int64_t>(dimensions.size())) {
            break;
        }
    }
}

std::array<uint32_t, mostTupleElements> tupleParameters(std::span<const int64_t> dimensions)
{
    std::array<uint32_t, mostTupleElements> parameters {};
    std::ranges::transform(
        dimensions, parameters.begin(), [](int64_t size) { return static_cast<uint32_t>(size); });
    return parameters;
}

} // namespace weightless::ops
