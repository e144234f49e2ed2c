// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/graphwriter.h"

#include "engine/base/error.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

// "name", then "name_1", "name_2" …
std::string numbered(std::unordered_map<std::string, int>& uses, const std::string& name)
{
    const int count = uses[name]++;
    return count == 0 ? name : name + "_" + std::to_string(count);
}

bool isFolded(const std::shared_ptr<const ConstantInfo>& constant)
{
    return constant->name.starts_with("onnx::");
}

} // namespace

HostTensor makeTensor(DataType type, Shape shape, std::span<const double> values)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

GraphWriter::GraphWriter(const ExportStyle& style)
    : m_style(style)
{
    m_graph.name = "main_graph";
}

GraphWriter::Scope::Scope(GraphWriter& writer, std::string_view name)
    : m_writer(writer)
    , m_outer(writer.m_scope)
{
    writer.m_scope = numbered(writer.m_uses, m_outer + "/" + std::string(name));
}

GraphWriter::Scope::~Scope()
{
    m_writer.m_scope = std::move(m_outer);
}

std::string GraphWriter::op(
    std::string_view type, std::vector<std::string> inputs, std::vector<Attribute> attributes)
{
    return op(type, std::move(inputs), std::move(attributes), 1).front();
}

std::vector<std::string> GraphWriter::op(std::string_view type, std::vector<std::string> inputs,
    std::vector<Attribute> attributes, size_t outputCount)
{
    Node node;
    node.name = numbered(m_uses, m_scope + "/" + std::string(type));
    node.opType = type;
    node.inputs = std::move(inputs);
    for (size_t i = 0; i < outputCount; ++i) {
        node.outputs.push_back(node.name + "_output_" + std::to_string(i));
    }
    node.attributes = Attributes(std::move(attributes));
    m_valueCount += static_cast<int64_t>(outputCount);
    m_graph.nodes.push_back(std::move(node));
    return m_graph.nodes.back().outputs;
}

std::vector<std::string> GraphWriter::opOf(std::string_view domain, std::string_view type,
    std::vector<std::string> inputs, std::vector<Attribute> attributes, size_t outputCount,
    const std::vector<size_t>& omitted)
{
    std::vector<std::string> outputs = op(type, std::move(inputs), std::move(attributes), outputCount);
    m_graph.nodes.back().domain = domain;
    for (const size_t index : omitted) {
        m_graph.nodes.back().outputs[index].clear();
    }
    return outputs;
}

std::string GraphWriter::constant(HostTensor value)
{
    auto info = std::make_shared<ConstantInfo>();
    info->descriptor = value.descriptor;
    info->sizeBytes = value.bytes.size();
    info->value = std::move(value);
    std::string output = op("Constant", {}, {{"value", std::shared_ptr<const ConstantInfo>(info)}});
    info->name = output;
    return output;
}

std::string GraphWriter::floats(std::span<const double> values, Shape shape)
{
    return constant(makeTensor(m_style.type, std::move(shape), values));
}

std::string GraphWriter::scalar(double value)
{
    return floats(std::span(&value, 1), {});
}

std::string GraphWriter::int64s(std::span<const int64_t> values)
{
    return constant(makeInt64Tensor(values));
}

std::string GraphWriter::int64s(std::initializer_list<int64_t> values)
{
    return int64s(std::span(values.begin(), values.size()));
}

std::string GraphWriter::int64Scalar(int64_t value)
{
    return constant(makeInt64Scalar(value));
}

std::string GraphWriter::parameter(const std::string& name, Shape shape, WeightInit init)
{
    return parameter(name, m_style.type, std::move(shape), init);
}

std::string GraphWriter::parameter(const std::string& name, DataType type, Shape shape, WeightInit init)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = {type, std::move(shape)};
    info->sizeBytes = byteCount(info->descriptor).value();
    // By order of creation, which is the same in every style: so all exports of one part share their weights.
    init.stream = m_graph.constants.size();
    m_graph.constants.push_back(std::move(info));
    if (!m_inits.emplace(name, init).second) {
        throw Error(ErrorKind::Internal, "The demo model has two parameters named '" + name + "'");
    }
    return name;
}

std::string GraphWriter::table(const std::string& name, HostTensor values)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = values.descriptor;
    info->sizeBytes = values.bytes.size();
    info->value = std::move(values);
    m_graph.constants.push_back(std::move(info));
    return name;
}

std::string GraphWriter::foldedParameter(std::string_view consumer, Shape shape, WeightInit init)
{
    const std::string name = "onnx::" + std::string(consumer) + "_" + std::to_string(++m_valueCount);
    return parameter(name, std::move(shape), init);
}

void GraphWriter::addInput(const std::string& name, DataType type, SymbolicShape shape)
{
    m_graph.inputs.push_back({name, type, std::move(shape)});
}

void GraphWriter::addOutput(const std::string& value, const std::string& name, SymbolicShape shape)
{
    addOutput(value, {name, m_style.type, std::move(shape)});
}

void GraphWriter::addOutput(const std::string& value, ValueInfo output)
{
    const auto writes = [&](const Node& node) {
        return std::ranges::find(node.outputs, value) != node.outputs.end();
    };
    const auto producer = std::ranges::find_if(m_graph.nodes, writes);
    std::ranges::replace(producer->outputs, value, output.name);
    for (auto node = std::next(producer); node != m_graph.nodes.end(); ++node) {
        std::ranges::replace(node->inputs, value, output.name);
    }
    m_graph.outputs.push_back(std::move(output));
}

void GraphWriter::adoptInits(const WeightInits& inits)
{
    for (const auto& [name, init] : inits) {
        WeightInit own = init;
        own.stream += m_graph.constants.size() + m_inits.size();
        m_inits.emplace(name, own);
    }
}

ModelGraph GraphWriter::take()
{
    std::ranges::stable_partition(
        m_graph.constants, [](const auto& constant) { return !isFolded(constant); });
    return std::move(m_graph);
}

} // namespace weightless
