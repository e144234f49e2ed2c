// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/graphreader.h"

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/onnx/newerfields.h"
#include "engine/onnx/valueinforeader.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace weightless::onnx_io {

using onnx::FunctionProto;
using onnx::GraphProto;
using onnx::NodeProto;

namespace {

std::string labelOf(const Node& node)
{
    if (!node.name.empty()) {
        return printable(shortened(node.opType)) + " node " + quotedName(node.name);
    }
    return printable(shortened(node.opType)) + " node writing "
        + quotedName(node.outputs.empty() ? std::string() : node.outputs.front());
}

void appendText(const WireMessage& message, std::vector<std::string>& texts)
{
    message.reader().charge(sizeof(std::string), message.position());
    texts.push_back(message.string());
}

} // namespace

GraphReader::GraphReader(
    WireReader& reader, ModelOrigin& origin, const ReadOptions& options, ProblemList& problems)
    : m_reader(reader)
    , m_options(options)
    , m_problems(problems)
    , m_tensors(reader, origin, options.handOffThresholdElements, options.stopToken)
{
}

// Once per node and tensor.
void GraphReader::advance(uint64_t position) const
{
    if (m_options.stopToken.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Reading '" + m_reader.name() + "' was cancelled");
    }
    if (m_options.onProgress) {
        m_options.onProgress(position, m_reader.sizeBytes());
    }
}

void GraphReader::readGraph(WireMessage message, ModelGraph& graph)
{
    while (message.next()) {
        switch (message.field()) {
        case GraphProto::kNodeFieldNumber:
            advance(message.position());
            graph.nodes.push_back(readNode(message.message()));
            break;
        case GraphProto::kNameFieldNumber:
            graph.name = message.string();
            break;
        case GraphProto::kInitializerFieldNumber:
            advance(message.position());
            graph.constants.push_back(readConstant(message.message(), {}));
            break;
        case GraphProto::kSparseInitializerFieldNumber:
            graph.constants.push_back(readSparseConstant(message.message()));
            break;
        case GraphProto::kInputFieldNumber:
            graph.inputs.push_back(readValueInfo(message.message()));
            break;
        case GraphProto::kOutputFieldNumber:
            graph.outputs.push_back(readValueInfo(message.message()));
            break;
        case GraphProto::kValueInfoFieldNumber:
            graph.values.push_back(readValueInfo(message.message()));
            break;
        default:
            break;
        }
    }
}

std::shared_ptr<const ModelGraph> GraphReader::readSubgraph(WireMessage message)
{
    m_reader.charge(sizeof(ModelGraph), message.position());
    auto graph = std::make_shared<ModelGraph>();
    readGraph(message, *graph);
    finishGraph(*graph);
    return graph;
}

void GraphReader::finishGraph(ModelGraph& graph)
{
    std::unordered_set<std::string_view> names;
    for (const auto& constant : graph.constants) {
        if (!names.insert(constant->name).second) {
            m_problems.add(ProblemList::Kind::RepeatedInitializer, [&] {
                return "Initializer " + quotedName(constant->name) + " stands in graph "
                    + quotedName(graph.name) + " more than once; which one counts is undefined";
            });
        }
    }
    const auto hasDefault = [&](const ValueInfo& input) { return names.contains(input.name); };
    for (const ValueInfo& input : graph.inputs) {
        if (hasDefault(input)) {
            graph.defaultedInputs.push_back(input.name);
        }
    }
    std::erase_if(graph.inputs, hasDefault);
    for (const ValueInfo& input : graph.inputs) {
        if (!names.insert(input.name).second) {
            m_problems.add(ProblemList::Kind::RepeatedInput, [&] {
                return "Graph " + quotedName(graph.name) + " has two inputs named " + quotedName(input.name);
            });
        }
    }
    for (const Node& node : graph.nodes) {
        for (const std::string& output : node.outputs) {
            if (!output.empty() && !names.insert(output).second) {
                m_problems.add(ProblemList::Kind::RepeatedOutput, [&] {
                    return "The " + labelOf(node) + " writes " + quotedName(output)
                        + ", which is defined before; ONNX allows one definition of a name";
                });
            }
        }
    }
}

Node GraphReader::readNode(WireMessage message)
{
    m_reader.charge(sizeof(Node), message.position());
    Node node;
    std::vector<Attribute> attributes;
    while (message.next()) {
        switch (message.field()) {
        case NodeProto::kInputFieldNumber:
            appendText(message, node.inputs);
            break;
        case NodeProto::kOutputFieldNumber:
            appendText(message, node.outputs);
            break;
        case NodeProto::kNameFieldNumber:
            node.name = message.string();
            break;
        case NodeProto::kOpTypeFieldNumber:
            node.opType = message.string();
            break;
        case NodeProto::kDomainFieldNumber:
            node.domain = message.string();
            break;
        case NodeProto::kAttributeFieldNumber:
            attributes.push_back(readAttribute(message.message(), node));
            break;
        case NodeProto::kDocStringFieldNumber:
            node.documentation = message.string();
            break;
        case nodeOverloadFieldNumber:
            node.overload = message.string();
            break;
        default:
            break;
        }
    }
    if (node.domain == "ai.onnx") {
        node.domain.clear();
    }
    // Operators that nobody here knows may have their weights there.
    const bool isStandard = node.domain.empty() && node.opType != "Constant";
    if (isStandard || node.domain == "ai.onnx.ml") {
        completeTensors(attributes);
    }
    std::unordered_set<std::string_view> names;
    for (const Attribute& attribute : attributes) {
        if (!names.insert(attribute.name).second) {
            m_problems.add(ProblemList::Kind::RepeatedAttribute, [&] {
                return "The " + labelOf(node) + " has the attribute " + quotedName(attribute.name)
                    + " more than once; the first counts";
            });
        }
    }
    node.attributes = Attributes(std::move(attributes));
    return node;
}

void GraphReader::completeTensors(std::vector<Attribute>& attributes)
{
    for (Attribute& attribute : attributes) {
        auto* tensor = std::get_if<std::shared_ptr<const ConstantInfo>>(&attribute.value);
        if (tensor != nullptr && !(*tensor)->value) {
            auto whole = std::make_shared<ConstantInfo>(**tensor);
            m_tensors.complete(*whole);
            *tensor = std::move(whole);
        }
    }
}

std::shared_ptr<const ConstantInfo> GraphReader::readConstant(
    WireMessage message, const std::string& fallbackName)
{
    auto constant = m_tensors.makeConstant(m_tensors.readFields(message), fallbackName);
    const auto problem = [&] { return constant->problem; };
    if (!constant->missingFile.empty()) {
        m_problems.addOfFile(constant->missingFile, problem);
    } else if (!constant->problem.empty()) {
        m_problems.add(ProblemList::Kind::Tensor, problem);
    }
    return constant;
}

// Listed with its dense type and shape, so that what uses it can be shown.
std::shared_ptr<const ConstantInfo> GraphReader::readSparseConstant(WireMessage message)
{
    m_reader.charge(sizeof(ConstantInfo), message.position());
    auto constant = std::make_shared<ConstantInfo>();
    while (message.next()) {
        if (message.field() == onnx::SparseTensorProto::kDimsFieldNumber) {
            message.appendTo(constant->descriptor.shape);
        } else if (message.field() == onnx::SparseTensorProto::kValuesFieldNumber) {
            TensorFields values = m_tensors.readFields(message.message());
            constant->name = std::move(values.name);
            constant->descriptor.type = static_cast<DataType>(values.type);
        }
    }
    constant->sizeBytes = byteCount(constant->descriptor).value_or(0);
    constant->problem = "Constant " + quotedName(constant->name) + " " + toString(constant->descriptor)
        + ": it is stored as a sparse tensor; save the model with dense tensors";
    m_reader.charge(constant->problem.size(), message.position());
    m_problems.add(ProblemList::Kind::Tensor, [&] { return constant->problem; });
    return constant;
}

ModelFunction GraphReader::readFunction(WireMessage message)
{
    m_reader.charge(sizeof(ModelFunction), message.position());
    ModelFunction function;
    std::vector<Attribute> defaults;
    while (message.next()) {
        switch (message.field()) {
        case FunctionProto::kNameFieldNumber:
            function.name = message.string();
            break;
        case FunctionProto::kDomainFieldNumber:
            function.domain = message.string();
            break;
        case FunctionProto::kInputFieldNumber:
            appendText(message, function.inputs);
            break;
        case FunctionProto::kOutputFieldNumber:
            appendText(message, function.outputs);
            break;
        case FunctionProto::kAttributeFieldNumber:
            appendText(message, function.attributeNames);
            break;
        case functionAttributeFieldNumber:
            defaults.push_back(readAttribute(message.message(), {}));
            break;
        case FunctionProto::kNodeFieldNumber:
            advance(message.position());
            function.nodes.push_back(readNode(message.message()));
            break;
        case FunctionProto::kOpsetImportFieldNumber:
            readOpset(message.message(), function.opsets);
            break;
        case functionOverloadFieldNumber:
            function.overload = message.string();
            break;
        default:
            break;
        }
    }
    function.attributeDefaults = Attributes(std::move(defaults));
    return function;
}

void readOpset(WireMessage message, std::map<std::string, int64_t>& opsets)
{
    message.reader().charge(128, message.position());
    std::string domain;
    int64_t version = 0;
    while (message.next()) {
        if (message.field() == onnx::OperatorSetIdProto::kDomainFieldNumber) {
            domain = message.string();
        } else if (message.field() == onnx::OperatorSetIdProto::kVersionFieldNumber) {
            version = message.int64();
        }
    }
    opsets[domain == "ai.onnx" ? std::string() : domain] = version;
}

} // namespace weightless::onnx_io
