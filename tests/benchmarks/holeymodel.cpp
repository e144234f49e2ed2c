// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/holeymodel.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

namespace weightless::bench {

namespace {

constexpr int64_t width = 4096; // of every layer's input

void addValue(onnx::ValueInfoProto& value, const char* name, int64_t elements)
{
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape()->add_dim()->set_dim_value(1);
    type.mutable_shape()->add_dim()->set_dim_value(elements);
}

void addEntry(onnx::TensorProto& tensor, const char* key, const std::string& value)
{
    auto& entry = *tensor.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
}

// `outputs`: how many elements the layer makes of its input's.
void addLayer(onnx::GraphProto& graph, uint64_t index, uint64_t layerCount, int64_t outputs,
    const std::string& dataFile)
{
    const uint64_t layerBytes = static_cast<uint64_t>(width * outputs) * sizeof(float);
    const std::string weight = "w" + std::to_string(index);
    auto& tensor = *graph.add_initializer();
    tensor.set_name(weight);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.add_dims(width);
    tensor.add_dims(outputs);
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    addEntry(tensor, "location", dataFile);
    addEntry(tensor, "offset", std::to_string(index * layerBytes));
    addEntry(tensor, "length", std::to_string(layerBytes));
    auto& node = *graph.add_node();
    node.set_op_type("MatMul");
    node.add_input(index == 0 ? "x" : "v" + std::to_string(index - 1));
    node.add_input(weight);
    node.add_output(index + 1 == layerCount ? "y" : "v" + std::to_string(index));
}

} // namespace

void writeHoleyModel(const std::filesystem::path& path, uint64_t weightBytes, bool isOneLayer)
{
    const uint64_t rowBytes = static_cast<uint64_t>(width) * sizeof(float);
    const int64_t outputs = isOneLayer ? static_cast<int64_t>(weightBytes / rowBytes) : width;
    const uint64_t layerBytes = rowBytes * static_cast<uint64_t>(outputs);
    const uint64_t layerCount = std::max<uint64_t>(weightBytes / layerBytes, 1);
    std::filesystem::path data = path;
    data += "_data";
    onnx::ModelProto model;
    model.set_ir_version(8);
    model.add_opset_import()->set_version(17);
    auto& graph = *model.mutable_graph();
    graph.set_name("hole");
    addValue(*graph.add_input(), "x", width);
    addValue(*graph.add_output(), "y", outputs);
    for (uint64_t i = 0; i < layerCount; ++i) {
        addLayer(graph, i, layerCount, outputs, data.filename().string());
    }
    std::ofstream(data, std::ios::binary | std::ios::trunc).close();
    std::filesystem::resize_file(data, layerCount * layerBytes);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!model.SerializeToOstream(&file) || !file.flush()) {
        throw std::runtime_error(path.string() + " cannot be written");
    }
}

} // namespace weightless::bench
