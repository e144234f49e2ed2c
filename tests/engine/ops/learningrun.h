// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/model.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/testing/operatorcase.h"

// Runs one operator of ai.onnx.ml, and makes what such operators read.
namespace weightless::ops::learning {

using Ints = std::vector<int64_t>;
using Floats = std::vector<float>;
using Strings = std::vector<std::string>;

inline HostValue floats(Shape shape, const std::vector<double>& values)
{
    return makeHostValue(tensorOf(DataType::Float32, std::move(shape), values));
}

inline HostTensor stringTensor(Strings values)
{
    HostTensor tensor;
    tensor.descriptor = {DataType::String, {static_cast<int64_t>(values.size())}};
    tensor.strings = std::move(values);
    return tensor;
}

inline HostValue strings(Strings values)
{
    return makeHostValue(stringTensor(std::move(values)));
}

inline HostValue integers(std::initializer_list<int64_t> values)
{
    return makeHostValue(int64Tensor(values));
}

inline AttributeValue tensorAttribute(HostTensor tensor)
{
    ConstantInfo constant;
    constant.descriptor = tensor.descriptor;
    constant.value = std::move(tensor);
    return std::make_shared<const ConstantInfo>(std::move(constant));
}

inline Attributes attributesOf(std::initializer_list<std::pair<std::string, AttributeValue>> list)
{
    Attributes attributes;
    for (const auto& [name, value] : list) {
        attributes.set(name, value);
    }
    return attributes;
}

inline std::vector<HostValue> run(std::string_view opType, const std::vector<HostValue>& inputs,
    const Attributes& attributes, int64_t opset = 5)
{
    const HostOperator* op = hostRegistry().find("ai.onnx.ml", opType, opset);
    if (op == nullptr) {
        throw Error(ErrorKind::Internal, "there is no " + std::string(opType));
    }
    std::vector<const HostValue*> pointers;
    for (const HostValue& input : inputs) {
        pointers.push_back(&input);
    }
    return op->run({attributes, opset, pointers, op->op.maxOutputs, {}});
}

inline Floats numbers(const HostValue& value)
{
    const auto values = value.tensor->as<float>();
    return {values.begin(), values.end()};
}

} // namespace weightless::ops::learning
