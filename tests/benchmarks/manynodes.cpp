// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/manynodes.h"

#include <onnx/onnx_pb.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>

namespace weightless::bench {

namespace {

constexpr int nodesInBlock = 10;
constexpr int64_t width = 256;
constexpr std::array operators {"Mul", "Relu", "Sigmoid", "Mul", "Tanh", "Exp", "Mul", "Abs", "Neg", "Add"};

void addValue(onnx::ValueInfoProto& value, const std::string& name)
{
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape()->add_dim()->set_dim_value(width);
}

void addWeight(onnx::GraphProto& graph, const std::string& name)
{
    auto& tensor = *graph.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(width);
    tensor.set_raw_data(std::string(width * sizeof(float), '\0'));
}

} // namespace

void writeManyNodes(const std::filesystem::path& path, int nodes)
{
    onnx::ModelProto model;
    model.set_ir_version(8);
    model.add_opset_import()->set_version(17);
    onnx::GraphProto& graph = *model.mutable_graph();
    graph.set_name("many nodes");
    addValue(*graph.add_input(), "v0");
    for (int i = 0; i < nodes; ++i) {
        const int block = i / nodesInBlock;
        const auto place = static_cast<size_t>(i % nodesInBlock);
        const std::string op = operators[place];
        auto& node = *graph.add_node();
        node.set_op_type(op);
        node.set_name("/stages." + std::to_string(block / 20) + "/block." + std::to_string(block % 20) + "/"
            + op + "_" + std::to_string(place));
        node.add_input("v" + std::to_string(i));
        if (op == "Mul") {
            const std::string weight =
                "stages." + std::to_string(block) + "." + std::to_string(place) + ".weight";
            addWeight(graph, weight);
            node.add_input(weight);
        } else if (op == "Add") {
            node.add_input("v" + std::to_string(i - nodesInBlock + 1));
        }
        node.add_output("v" + std::to_string(i + 1));
    }
    addValue(*graph.add_output(), "v" + std::to_string(nodes));
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!model.SerializeToOstream(&file) || !file.flush())
        throw std::runtime_error("cannot write " + path.string());
}

} // namespace weightless::bench
