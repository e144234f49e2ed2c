// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/exact.h"

#include "engine/ops/composer.h"
#include "engine/ops/quantize/integerrows.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>

namespace weightless::ops::quantize {

namespace {

constexpr int64_t mostExact = int64_t {1} << 24;

HostTensor ones(Shape shape)
{
    HostTensor result = makeHostTensor({DataType::Float32, std::move(shape)});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(result.descriptor.shape).value_or(0)); ++i) {
        setElement(result, i, 1.0);
    }
    return result;
}

// All of them, or one for each place of the last axis, which is what DequantizeLinear takes; otherwise by
// arithmetic.
bool isByColumn(const Shape& zeroPoint, const Shape& bytes)
{
    return elementCount(zeroPoint) == bytes.back() && !zeroPoint.empty() && zeroPoint.back() == bytes.back();
}

TensorRef unkept(LoweringContext& context, std::string_view opType,
    std::initializer_list<std::optional<TensorRef>> inputs, const Shape& shape,
    const Attributes& attributes = {})
{
    TensorRef result = context.unkeptTemporary({DataType::Float32, shape});
    Composer(context).addTo(result, opType, inputs, attributes);
    return result;
}

} // namespace

int64_t exactDepth(const Factor& a, const Factor& b)
{
    constexpr int64_t step = 8; // that kernels take along the depth
    return mostExact / std::max<int64_t>(a.greatest * b.greatest, 1) / step * step;
}

TensorRef widened(LoweringContext& context, const Factor& factor)
{
    Composer compose(context);
    const Shape& shape = factor.bytes.shape();
    if (!factor.zeroPoint && factor.bytes.type() == DataType::Float32) {
        return factor.bytes; // it is so already
    }
    const TensorRef one = compose.number(1, DataType::Float32);
    if (!factor.zeroPoint) {
        return unkept(context, "DequantizeLinear", {factor.bytes, one}, shape);
    }
    const TensorRef& zero = *factor.zeroPoint;
    if (zero.elements() == 1) {
        return unkept(context, "DequantizeLinear", {factor.bytes, one, compose.reshaped(zero, {})}, shape);
    }
    if (isByColumn(zero.shape(), shape)) {
        const TensorRef scales = context.constant(ones({shape.back()}));
        return unkept(context, "DequantizeLinear",
            {factor.bytes, scales, compose.reshaped(zero, {shape.back()})}, shape,
            attributesWith("axis", static_cast<int64_t>(shape.size()) - 1));
    }
    const TensorRef wide = unkept(context, "DequantizeLinear", {factor.bytes, one}, shape);
    return unkept(context, "Sub", {wide, compose.cast(zero, DataType::Float32)}, shape);
}

Factor sliced(LoweringContext& context, const Factor& factor, size_t axis, int64_t begin, int64_t size)
{
    Shape shape = factor.bytes.shape();
    if (begin == 0 && size == shape[axis]) {
        return factor;
    }
    std::vector<int64_t> strides = contiguousStrides(shape);
    const int64_t offset = begin * strides[axis];
    shape[axis] = size;
    const TensorDescriptor descriptor {factor.bytes.type(), shape};
    Factor part = factor;
    if (std::all_of(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis),
            [](int64_t outer) { return outer == 1; })) {
        part.bytes = context.view(factor.bytes, descriptor, static_cast<uint64_t>(offset));
        return part;
    }
    part.bytes = context.unkeptTemporary(descriptor);
    dispatchCopy(context, factor.bytes, part.bytes, packedCopy(shape, std::move(strides), offset));
    return part;
}

void ExactSums::add(const TensorRef& part, bool isLast)
{
    Composer compose(m_context);
    const Attributes toInt = attributesWith("to", static_cast<int64_t>(DataType::Int32));
    const TensorDescriptor descriptor {DataType::Int32, part.shape()};
    const TensorRef target = m_context.view(m_target, descriptor);
    if (!m_before) {
        m_before = isLast ? target : m_context.unkeptTemporary(descriptor);
        compose.addTo(*m_before, "Cast", {part}, toInt);
        return;
    }
    const TensorRef whole = m_context.unkeptTemporary(descriptor);
    compose.addTo(whole, "Cast", {part}, toInt);
    const TensorRef sum = isLast ? target : m_context.unkeptTemporary(descriptor);
    compose.addTo(sum, "Add", {*m_before, whole});
    m_before = sum;
}

void lowerExactProduct(LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& sums)
{
    if (sums.elements() == 0) {
        return;
    }
    if (suitsIntegerRows(context, a, b)) {
        lowerIntegerRows(context, a, b, sums);
        return;
    }
    const size_t axisA = a.bytes.shape().size() - 1;
    const size_t axisB = b.bytes.shape().size() - 2;
    const int64_t depth = a.bytes.shape()[axisA];
    const int64_t most = exactDepth(a, b);
    if (depth / most >= mostParts) {
        Composer compose(context);
        compose.addTo(sums, "MatMul",
            {compose.cast(widened(context, a), DataType::Int32),
                compose.cast(widened(context, b), DataType::Int32)});
        return;
    }
    ExactSums total(context, sums);
    int64_t begin = 0;
    do { // also where the depth is 0: sums of nothing
        const int64_t size = std::min(most, depth - begin);
        const TensorRef left = widened(context, sliced(context, a, axisA, begin, size));
        const TensorRef right = widened(context, sliced(context, b, axisB, begin, size));
        begin += size;
        total.add(unkept(context, "MatMul", {left, right}, sums.shape()), begin == depth);
    } while (begin < depth);
}

} // namespace weightless::ops::quantize
