// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"

#include "engine/base/error.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <array>

namespace weightless::ops {

TensorRef Composer::add(std::string_view opType, Inputs inputs, const Attributes& attributes)
{
    const Operator* op = loweringTarget(opType, m_context->opset());
    if (op == nullptr || op->infer == nullptr) {
        throw Error(ErrorKind::Internal, "there is no operator " + std::string(opType) + " to compose with");
    }
    std::vector<std::optional<InferenceInput>> described;
    for (const auto& input : inputs) {
        described.push_back(input ? std::optional(InferenceInput {input->descriptor}) : std::nullopt);
    }
    InferenceContext inference(*op, attributes, m_context->opset(), std::move(described), 1);
    op->infer(inference);
    const TensorRef result = m_context->temporary(inference.outputs()[0]);
    addTo(result, opType, inputs, attributes);
    return result;
}

void Composer::addTo(
    const TensorRef& output, std::string_view opType, Inputs inputs, const Attributes& attributes)
{
    const std::vector<std::optional<TensorRef>> list(inputs);
    m_context->lowerAs(opType, list, attributes, std::array {output});
}

TensorRef Composer::number(double value, DataType type)
{
    HostTensor tensor = makeHostTensor({type, {}});
    setElement(tensor, 0, value);
    return m_context->constant(std::move(tensor));
}

TensorRef Composer::cast(const TensorRef& tensor, DataType type)
{
    return tensor.type() == type ? tensor
                                 : add("Cast", {tensor}, attributesWith("to", static_cast<int64_t>(type)));
}

TensorRef Composer::reshaped(const TensorRef& tensor, Shape shape)
{
    return m_context->view(tensor, {tensor.type(), std::move(shape)});
}

TensorRef Composer::transposed(const TensorRef& tensor, const std::vector<int64_t>& permutation)
{
    return add("Transpose", {tensor}, attributesWith("perm", permutation));
}

TensorRef Composer::slice(const TensorRef& tensor, size_t axis, int64_t begin, int64_t size)
{
    Shape shape = tensor.shape();
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size() - 1; i > 0; --i) {
        strides[i - 1] = strides[i] * shape[i];
    }
    const int64_t offset = begin * strides[axis];
    shape[axis] = size;
    const TensorRef result = m_context->temporary({tensor.type(), shape});
    dispatchCopy(*m_context, tensor, result, packedCopy(shape, std::move(strides), offset));
    return result;
}

Attributes attributesWith(std::string name, AttributeValue value)
{
    Attributes attributes;
    attributes.set(std::move(name), std::move(value));
    return attributes;
}

} // namespace weightless::ops
