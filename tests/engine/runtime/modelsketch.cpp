// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/modelsketch.h"

namespace weightless::testing {

Node nodeOf(std::string opType, std::vector<std::string> inputs, std::vector<std::string> outputs,
    Attributes attributes)
{
    Node node;
    node.name = "/" + outputs.front();
    node.opType = std::move(opType);
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    node.attributes = std::move(attributes);
    return node;
}

HostTensor tensorWith(DataType type, Shape shape, const std::vector<double>& values)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

std::shared_ptr<const ConstantInfo> knownConstant(const std::string& name, HostTensor value)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = value.descriptor;
    info->sizeBytes = value.bytes.size();
    info->value = std::move(value);
    return info;
}

std::shared_ptr<const ConstantInfo> hollowConstant(const std::string& name, TensorDescriptor descriptor)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->sizeBytes = byteCount(descriptor).value_or(0);
    info->descriptor = std::move(descriptor);
    return info;
}

ValueInfo valueOf(const std::string& name, DataType type, const std::vector<int64_t>& shape)
{
    SymbolicShape dimensions;
    for (const int64_t size : shape) {
        dimensions.push_back({size, size < 0 ? name + std::to_string(dimensions.size()) : ""});
    }
    return {name, type, std::move(dimensions), "tensor"};
}

Model modelOf(std::vector<ValueInfo> inputs, std::vector<ValueInfo> outputs)
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = std::move(inputs);
    model.graph.outputs = std::move(outputs);
    return model;
}

Node callOf(std::string function, std::vector<std::string> inputs, std::string output)
{
    Node node = nodeOf(std::move(function), std::move(inputs), {std::move(output)});
    node.domain = "own";
    return node;
}

Attributes graphAttribute(const std::string& name, ModelGraph graph)
{
    Attributes attributes;
    attributes.set(name, std::make_shared<const ModelGraph>(std::move(graph)));
    return attributes;
}

} // namespace weightless::testing
