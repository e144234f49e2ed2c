// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/testing/operatorcase.h"

#include <string>
#include <string_view>
#include <vector>

namespace weightless::ops {

// Operators that the CPU runs, by themselves: values to give them, a run, and what came out.

using HostInputs = std::vector<HostValue>;

inline HostValue number(int64_t value)
{
    return makeHostValue(makeInt64Scalar(value));
}

inline HostValue floats(Shape shape, const std::vector<double>& values)
{
    return makeHostValue(tensorOf(DataType::Float32, std::move(shape), values));
}

inline HostTensor stringTensor(Shape shape, std::vector<std::string> values)
{
    HostTensor tensor;
    tensor.descriptor = {DataType::String, std::move(shape)};
    tensor.strings = std::move(values);
    return tensor;
}

inline HostValue strings(std::vector<std::string> values)
{
    const auto count = static_cast<int64_t>(values.size());
    return makeHostValue(stringTensor({count}, std::move(values)));
}

inline HostValue sequence(std::vector<HostValue> elements)
{
    return makeHostValue(HostSequence {std::move(elements)});
}

// An empty optional among the inputs stands for an omitted one.
inline std::vector<HostValue> run(std::string_view opType, const HostInputs& inputs,
    const Attributes& attributes = {}, int64_t opset = 20, std::string_view domain = "")
{
    const HostOperator* op = hostRegistry().find(domain, opType, opset);
    if (op == nullptr) {
        throw Error(ErrorKind::Internal, "there is no " + std::string(opType));
    }
    std::vector<const HostValue*> pointers;
    for (const HostValue& input : inputs) {
        pointers.push_back(input.isEmpty() ? nullptr : &input);
    }
    const Operator* standard = standardRegistry().find(domain, opType, opset);
    return op->run({attributes, opset, pointers, op->op.maxOutputs, {}, standard});
}

inline std::vector<int64_t> integers(const HostValue& value)
{
    return toInt64Vector(*value.tensor);
}

inline std::vector<float> numbers(const HostValue& value)
{
    const auto values = value.tensor->as<float>();
    return {values.begin(), values.end()};
}

inline Attributes with(const std::string& name, AttributeValue value)
{
    Attributes attributes;
    attributes.set(name, std::move(value));
    return attributes;
}

} // namespace weightless::ops
