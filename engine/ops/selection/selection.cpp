// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/selection/selection.h"

#include "engine/model/elementmoves.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::selection {

namespace {

bool isNonZero(const HostTensor& tensor, size_t index)
{
    if (tensor.descriptor.type == DataType::String) {
        return !tensor.strings[index].empty(); // as NumPy and ONNX's reference have it
    }
    return isInteger(tensor.descriptor.type) || tensor.descriptor.type == DataType::Bool
        ? elementAsInt64(tensor, index) != 0
        : elementAsDouble(tensor, index) != 0; // NaN is not zero
}

std::vector<HostValue> nonZero(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    Shape shape = x.descriptor.shape;
    const auto count = static_cast<size_t>(elementCount(shape).value_or(0));
    std::vector<size_t> places;
    for (size_t i = 0; i < count; ++i) {
        if (isNonZero(x, i)) {
            places.push_back(i);
        }
    }
    const size_t rank = shape.size();
    HostTensor result =
        makeHostTensor({DataType::Int64, {static_cast<int64_t>(rank), static_cast<int64_t>(places.size())}});
    const auto indices = result.as<int64_t>();
    for (size_t i = 0; i < places.size(); ++i) {
        size_t rest = places[i];
        for (size_t axis = rank; axis-- > 0;) {
            const auto size = static_cast<size_t>(shape[axis]);
            indices[axis * places.size() + i] = static_cast<int64_t>(rest % size);
            rest /= size;
        }
    }
    return {makeHostValue(std::move(result))};
}

std::vector<HostValue> compress(const HostContext& context)
{
    const HostTensor& input = context.tensor(0);
    const HostTensor& condition = context.tensor(1);
    const bool isFlat = !context.attributes.has("axis");
    const Shape shape =
        isFlat ? Shape {elementCount(input.descriptor.shape).value_or(0)} : input.descriptor.shape;
    const size_t axis = isFlat ? 0 : normalizeAxis(context.attributes.intOr("axis", 0), shape.size());
    if (condition.descriptor.type != DataType::Bool || condition.descriptor.shape.size() != 1
        || condition.descriptor.shape[0] > shape[axis]) {
        failNode("input 'condition' is " + toString(condition.descriptor) + ", expected bool of at most "
            + std::to_string(shape[axis]) + " elements");
    }
    std::vector<size_t> kept;
    for (size_t i = 0; i < condition.bytes.size(); ++i) {
        if (condition.bytes[i] != std::byte {0}) {
            kept.push_back(i);
        }
    }
    Shape resultShape = shape;
    resultShape[axis] = static_cast<int64_t>(kept.size());
    HostTensor result = makeEmptyTensor({input.descriptor.type, resultShape});
    size_t inner = 1;
    for (size_t i = axis + 1; i < shape.size(); ++i) {
        inner *= static_cast<size_t>(shape[i]);
    }
    const size_t outerSize = inner * static_cast<size_t>(shape[axis]);
    const auto elements = static_cast<size_t>(elementCount(shape).value_or(0));
    size_t place = 0;
    for (size_t outer = 0; outerSize > 0 && outer < elements / outerSize; ++outer) {
        for (const size_t index : kept) {
            moveElements(input, outer * outerSize + index * inner, inner, result, place);
            place += inner;
        }
    }
    return {makeHostValue(std::move(result))};
}

} // namespace

void registerHostOperators(HostRegistry& registry)
{
    registry.add({.op = {.name = "NonZero", .sinceVersion = 9}, .run = nonZero});
    registry.add(
        {.op = {.name = "Compress", .sinceVersion = 9, .minInputs = 2, .maxInputs = 2}, .run = compress});
    registerUnique(registry);
    registerSuppression(registry);
}

} // namespace weightless::ops::selection
