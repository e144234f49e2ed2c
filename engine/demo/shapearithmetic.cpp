// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/shapearithmetic.h"

#include <algorithm>

namespace weightless {

TracedDim sizeOf(GraphWriter& writer, const std::string& tensor, int64_t axis, int64_t fixedSize)
{
    if (!writer.style().hasDynamicAxes) {
        return fixedSize;
    }
    const std::string shape = writer.op("Shape", {tensor});
    const std::string index = writer.int64Scalar(axis);
    return TracedDim(writer.op("Gather", {shape, index}, {{"axis", int64_t {0}}}));
}

TracedDim multiply(GraphWriter& writer, const TracedDim& a, const TracedDim& b)
{
    if (!a.isTraced() && !b.isTraced()) {
        return a.fixed * b.fixed;
    }
    const std::string left = a.isTraced() ? a.value : writer.int64Scalar(a.fixed);
    const std::string right = b.isTraced() ? b.value : writer.int64Scalar(b.fixed);
    return TracedDim(writer.op("Mul", {left, right}));
}

TracedDim floorDivide(GraphWriter& writer, const TracedDim& a, int64_t divisor)
{
    if (!a.isTraced()) {
        return a.fixed / divisor;
    }
    // The exporter casts the quotient for Python's integer, and again for the tensor it becomes.
    const std::string quotient = writer.op("Div", {a.value, writer.int64Scalar(divisor)});
    const std::vector<Attribute> toInt64 {{"to", static_cast<int64_t>(DataType::Int64)}};
    return TracedDim(writer.op("Cast", {writer.op("Cast", {quotient}, toInt64)}, toInt64));
}

std::string shapeVector(GraphWriter& writer, const std::vector<TracedDim>& dims)
{
    if (std::ranges::none_of(dims, &TracedDim::isTraced)) {
        std::vector<int64_t> values;
        std::ranges::transform(dims, std::back_inserter(values), &TracedDim::fixed);
        return writer.int64s(values);
    }
    std::vector<std::string> parts;
    for (const TracedDim& dim : dims) {
        parts.push_back(dim.isTraced() ? unsqueeze(writer, dim.value, 0) : writer.int64s({dim.fixed}));
    }
    return writer.op("Concat", parts, {{"axis", int64_t {0}}});
}

std::string reshape(GraphWriter& writer, const std::string& tensor, const std::vector<TracedDim>& dims)
{
    return writer.op("Reshape", {tensor, shapeVector(writer, dims)});
}

std::string expand(GraphWriter& writer, const std::string& tensor, const std::vector<TracedDim>& dims)
{
    const std::string size = shapeVector(writer, dims);
    if (std::ranges::none_of(dims, &TracedDim::isTraced)) {
        return writer.op("Expand", {tensor, size});
    }
    const std::string rank = writer.int64s({static_cast<int64_t>(dims.size())});
    auto one = std::make_shared<ConstantInfo>();
    one->value = makeInt64Tensor(std::vector<int64_t> {1});
    one->descriptor = one->value->descriptor;
    one->sizeBytes = one->value->bytes.size();
    const std::string ones =
        writer.op("ConstantOfShape", {rank}, {{"value", std::shared_ptr<const ConstantInfo>(one)}});
    const std::string minusOnes = writer.op("Mul", {ones, writer.int64Scalar(-1)});
    const std::string isFree = writer.op("Equal", {size, minusOnes});
    return writer.op("Expand", {tensor, writer.op("Where", {isFree, ones, size})});
}

std::string unsqueeze(GraphWriter& writer, const std::string& tensor, int64_t axis)
{
    return writer.op("Unsqueeze", {tensor, writer.int64s({axis})});
}

std::string transpose(GraphWriter& writer, const std::string& tensor, std::vector<int64_t> perm)
{
    return writer.op("Transpose", {tensor}, {{"perm", std::move(perm)}});
}

} // namespace weightless
