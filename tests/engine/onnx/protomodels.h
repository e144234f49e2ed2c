// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "tests/engine/temporaryfolder.h"

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace weightless::test {

// Models made with the library whose format we read by hand.

inline onnx::TensorProto rawTensor(const std::string& name, const std::vector<float>& values)
{
    onnx::TensorProto tensor;
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(static_cast<int64_t>(values.size()));
    tensor.set_raw_data(values.data(), values.size() * sizeof(float));
    return tensor;
}

inline void setTensorType(onnx::ValueInfoProto& value, const std::string& name, int type)
{
    value.set_name(name);
    value.mutable_type()->mutable_tensor_type()->set_elem_type(type);
}

// In a field that the linked definitions may not know.
inline void setText(google::protobuf::Message& message, int field, const std::string& text)
{
    message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(field, text);
}

// x[batch, 4] + weight → y
inline onnx::ModelProto addModel(const onnx::TensorProto& weight)
{
    onnx::ModelProto model;
    model.set_ir_version(8);
    model.set_producer_name("test");
    onnx::GraphProto& graph = *model.mutable_graph();
    graph.set_name("main");
    onnx::NodeProto& node = *graph.add_node();
    node.set_name("/add/Add");
    node.set_op_type("Add");
    node.add_input("x");
    node.add_input(weight.name());
    node.add_output("y");
    *graph.add_initializer() = weight;
    setTensorType(*graph.add_input(), "x", onnx::TensorProto::FLOAT);
    auto& shape = *graph.mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
    shape.add_dim()->set_dim_param("batch");
    shape.add_dim()->set_dim_value(4);
    setTensorType(*graph.add_output(), "y", onnx::TensorProto::FLOAT);
    model.add_opset_import()->set_version(17);
    return model;
}

inline std::filesystem::path write(
    const TemporaryFolder& folder, const std::string& name, const google::protobuf::MessageLite& message)
{
    return folder.write(name, message.SerializeAsString());
}

// All constants, those in attributes and sub-graphs too.
inline std::vector<std::shared_ptr<const ConstantInfo>> constantsOf(const Model& model)
{
    std::vector<std::shared_ptr<const ConstantInfo>> constants;
    forEachConstant(model, [&](const auto& constant) { constants.push_back(constant); });
    return constants;
}

} // namespace weightless::test
