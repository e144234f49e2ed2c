// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/inferencecontext.h"

#include "engine/base/error.h"
#include "engine/ops/operator.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>

namespace weightless::ops {

InferenceContext::InferenceContext(const Operator& op, const Attributes& attributes, int64_t opset,
    std::vector<std::optional<InferenceInput>> inputs, size_t outputCount)
    : m_operator(&op)
    , m_attributes(&attributes)
    , m_opset(opset)
    , m_inputs(std::move(inputs))
    , m_outputs(outputCount)
{
}

bool InferenceContext::hasInput(size_t index) const
{
    return index < m_inputs.size() && m_inputs[index].has_value();
}

const TensorDescriptor& InferenceContext::input(size_t index) const
{
    if (!hasInput(index)) {
        fail("input " + std::to_string(index) + " is missing");
    }
    return m_inputs[index]->descriptor;
}

const HostTensor* InferenceContext::value(size_t index) const
{
    return hasInput(index) ? m_inputs[index]->value : nullptr;
}

std::vector<int64_t> InferenceContext::requireInts(size_t index, const char* inputName) const
{
    const TensorDescriptor& descriptor = input(index);
    if (descriptor.type != DataType::Int64 && descriptor.type != DataType::Int32) {
        fail(std::string("input '") + inputName + "' is " + toString(descriptor)
            + ", expected int64 or int32");
    }
    const HostTensor* known = value(index);
    if (known == nullptr) {
        throw ValueNeeded(index, inputName);
    }
    return toInt64Vector(*known);
}

void InferenceContext::setOutput(size_t index, DataType type, Shape shape)
{
    if (!elementCount(shape)) {
        fail("output " + std::to_string(index) + " would have the impossible shape " + toString(shape));
    }
    if (index < m_outputs.size()) {
        m_outputs[index] = {type, std::move(shape)};
    }
}

void InferenceContext::fail(const std::string& what) const
{
    throw Error(ErrorKind::InvalidArgument, what);
}

void InferenceContext::unsupported(const std::string& what) const
{
    throw Error(ErrorKind::Unsupported, what);
}

size_t InferenceContext::normalizedAxis(int64_t axis, size_t rank) const
{
    const auto signedRank = static_cast<int64_t>(rank);
    if (axis < -signedRank || axis >= signedRank) {
        fail("axis " + std::to_string(axis) + " is outside a tensor of rank " + std::to_string(rank));
    }
    return static_cast<size_t>(axis < 0 ? axis + signedRank : axis);
}

std::vector<size_t> InferenceContext::normalizedAxes(const std::vector<int64_t>& axes, size_t rank) const
{
    std::vector<size_t> normalized;
    for (const int64_t axis : axes) {
        const size_t index = normalizedAxis(axis, rank);
        if (std::ranges::find(normalized, index) != normalized.end()) {
            fail("axis " + std::to_string(axis) + " is given twice");
        }
        normalized.push_back(index);
    }
    return normalized;
}

void InferenceContext::requireSameType(size_t first, size_t second) const
{
    if (type(first) != type(second)) {
        fail("inputs " + std::to_string(first) + " and " + std::to_string(second)
            + " have different types: " + toString(type(first)) + " and " + toString(type(second)));
    }
}

void InferenceContext::requireRank(size_t index, size_t rank) const
{
    if (shape(index).size() != rank) {
        fail("input " + std::to_string(index) + " is " + toString(input(index)) + ", expected rank "
            + std::to_string(rank));
    }
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b)
{
    const size_t rank = std::max(a.size(), b.size());
    Shape result(rank);
    for (size_t i = 0; i < rank; ++i) {
        const int64_t left = i < rank - a.size() ? 1 : a[i - (rank - a.size())];
        const int64_t right = i < rank - b.size() ? 1 : b[i - (rank - b.size())];
        if (left != right && left != 1 && right != 1) {
            return std::nullopt;
        }
        result[i] = left == 1 ? right : left;
    }
    return result;
}

} // namespace weightless::ops
