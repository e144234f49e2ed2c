// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/messagewriter.h"

#include "engine/base/error.h"
#include "engine/onnx/newerfields.h"

#include <onnx/onnx_pb.h>

#include <type_traits>
#include <utility>

namespace weightless::onnx_io {

using onnx::AttributeProto;
using onnx::FunctionProto;
using onnx::GraphProto;
using onnx::ModelProto;
using onnx::NodeProto;
using onnx::TensorProto;
using onnx::TypeProto;

namespace {

void writeTextUnlessEmpty(MessageTree& writer, int field, const std::string& text)
{
    if (!text.empty()) {
        writer.text(field, text);
    }
}

void writeEntry(MessageTree& writer, int field, std::string_view key, std::string_view value)
{
    writer.message(field, [&](MessageTree& entry) {
        entry.text(onnx::StringStringEntryProto::kKeyFieldNumber, key);
        entry.text(onnx::StringStringEntryProto::kValueFieldNumber, value);
    });
}

void writeOpsets(MessageTree& writer, int field, const std::map<std::string, int64_t>& opsets)
{
    for (const auto& entry : opsets) { // no binding: clang 14 does not let a lambda hold one
        writer.message(field, [&](MessageTree& opset) {
            writeTextUnlessEmpty(opset, onnx::OperatorSetIdProto::kDomainFieldNumber, entry.first);
            opset.integer(onnx::OperatorSetIdProto::kVersionFieldNumber, entry.second);
        });
    }
}

void writeDimension(MessageTree& writer, const Dimension& dimension)
{
    if (!dimension.isFree()) {
        writer.integer(onnx::TensorShapeProto_Dimension::kDimValueFieldNumber, dimension.value);
    } else if (!dimension.symbol.empty()) {
        writer.text(onnx::TensorShapeProto_Dimension::kDimParamFieldNumber, dimension.symbol);
    }
}

void writeTensorType(MessageTree& writer, int field, const ValueInfo& value)
{
    writer.message(field, [&](MessageTree& tensor) {
        tensor.integer(onnx::TypeProto_Tensor::kElemTypeFieldNumber, static_cast<int64_t>(value.type));
        if (!value.shape) {
            return;
        }
        tensor.message(onnx::TypeProto_Tensor::kShapeFieldNumber, [&](MessageTree& shape) {
            for (const Dimension& dimension : *value.shape) {
                shape.message(onnx::TensorShapeProto::kDimFieldNumber,
                    [&](MessageTree& item) { writeDimension(item, dimension); });
            }
        });
    });
}

void writeElementType(MessageTree& writer, int field, const ValueInfo& value)
{
    writer.message(field, [&](MessageTree& container) {
        container.message(onnx::TypeProto_Sequence::kElemTypeFieldNumber, [&](MessageTree& element) {
            writeTensorType(element, TypeProto::kTensorTypeFieldNumber, value);
        });
    });
}

void writeType(MessageTree& writer, const ValueInfo& value)
{
    if (value.kind == "tensor") {
        writeTensorType(writer, TypeProto::kTensorTypeFieldNumber, value);
    } else if (value.kind == "sparse tensor") {
        writeTensorType(writer, TypeProto::kSparseTensorTypeFieldNumber, value);
    } else if (value.kind == "sequence") {
        writeElementType(writer, TypeProto::kSequenceTypeFieldNumber, value);
    } else if (value.kind == "optional") {
        writeElementType(writer, TypeProto::kOptionalTypeFieldNumber, value);
    } else {
        throw Error(ErrorKind::Unsupported,
            "Value '" + value.name + "' is a " + value.kind + ", which cannot be written");
    }
}

void writeValueInfo(MessageTree& writer, int field, const ValueInfo& value)
{
    writer.message(field, [&](MessageTree& info) {
        info.text(onnx::ValueInfoProto::kNameFieldNumber, value.name);
        // A value of undefined type (as in sub-graphs) has none written.
        if (value.kind != "tensor" || value.type != DataType::Undefined || value.shape) {
            info.message(
                onnx::ValueInfoProto::kTypeFieldNumber, [&](MessageTree& type) { writeType(type, value); });
        }
    });
}

ValueInfo inputOf(const ConstantInfo& constant)
{
    ValueInfo value {constant.name, constant.descriptor.type, SymbolicShape()};
    for (const int64_t size : constant.descriptor.shape) {
        value.shape->push_back({size, {}});
    }
    return value;
}

[[noreturn]] void failOpaque(const Attribute& attribute, const OpaqueAttribute& value, const Node& node)
{
    throw Error(ErrorKind::Unsupported,
        "Node '" + node.name + "' (" + node.opType + ") has the attribute '" + attribute.name + "' ("
            + value.kind + "), which cannot be written");
}

// AttributeProto's type and field of each alternative of AttributeValue.
template <typename T>
constexpr AttributeProto::AttributeType attributeType()
{
    if constexpr (std::is_same_v<T, int64_t>) {
        return AttributeProto::INT;
    } else if constexpr (std::is_same_v<T, float>) {
        return AttributeProto::FLOAT;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return AttributeProto::STRING;
    } else if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
        return AttributeProto::INTS;
    } else if constexpr (std::is_same_v<T, std::vector<float>>) {
        return AttributeProto::FLOATS;
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        return AttributeProto::STRINGS;
    } else if constexpr (std::is_same_v<T, std::shared_ptr<const ConstantInfo>>) {
        return AttributeProto::TENSOR;
    } else if constexpr (std::is_same_v<T, std::vector<std::shared_ptr<const ConstantInfo>>>) {
        return AttributeProto::TENSORS;
    } else if constexpr (std::is_same_v<T, std::shared_ptr<const ModelGraph>>) {
        return AttributeProto::GRAPH;
    } else {
        static_assert(std::is_same_v<T, std::vector<std::shared_ptr<const ModelGraph>>>);
        return AttributeProto::GRAPHS;
    }
}

} // namespace

MessageWriter::MessageWriter(std::vector<OutgoingTensor>& tensors)
    : m_tensors(tensors)
{
}

void MessageWriter::write(MessageTree& writer, const Model& model)
{
    m_irVersion = model.irVersion;
    writer.integer(ModelProto::kIrVersionFieldNumber, model.irVersion);
    writeTextUnlessEmpty(writer, ModelProto::kProducerNameFieldNumber, model.producer);
    writeTextUnlessEmpty(writer, ModelProto::kDocStringFieldNumber, model.documentation);
    writer.message(ModelProto::kGraphFieldNumber, [&](MessageTree& graph) {
        writeGraph(graph, model.graph);
        if (!model.graph.name.empty()) {
            graph.text(GraphProto::kNameFieldNumber, model.graph.name);
            graph.padWith(GraphProto::kNameFieldNumber);
        }
    });
    writeOpsets(writer, ModelProto::kOpsetImportFieldNumber, model.opsets);
    for (const auto& [key, value] : model.metadata) {
        writeEntry(writer, ModelProto::kMetadataPropsFieldNumber, key, value);
    }
    for (const ModelFunction& function : model.functions) {
        writer.message(
            ModelProto::kFunctionsFieldNumber, [&](MessageTree& item) { writeFunction(item, function); });
    }
}

void MessageWriter::writeGraph(MessageTree& writer, const ModelGraph& graph)
{
    for (const Node& node : graph.nodes) {
        writer.message(GraphProto::kNodeFieldNumber, [&](MessageTree& item) { writeNode(item, node); });
    }
    for (const auto& constant : graph.constants) {
        writer.message(GraphProto::kInitializerFieldNumber,
            [&](MessageTree& item) { writeConstant(item, constant, true); });
    }
    for (const ValueInfo& value : graph.inputs) {
        writeValueInfo(writer, GraphProto::kInputFieldNumber, value);
    }
    // Before IR version 4 a constant was an input with a default, and had to be listed.
    for (size_t i = 0; m_irVersion < 4 && i < graph.constants.size(); ++i) {
        writeValueInfo(writer, GraphProto::kInputFieldNumber, inputOf(*graph.constants[i]));
    }
    for (const ValueInfo& value : graph.outputs) {
        writeValueInfo(writer, GraphProto::kOutputFieldNumber, value);
    }
    for (const ValueInfo& value : graph.values) {
        writeValueInfo(writer, GraphProto::kValueInfoFieldNumber, value);
    }
}

void MessageWriter::writeSubgraph(MessageTree& writer, const ModelGraph& graph)
{
    writeGraph(writer, graph);
    writeTextUnlessEmpty(writer, GraphProto::kNameFieldNumber, graph.name);
}

void MessageWriter::writeNode(MessageTree& writer, const Node& node)
{
    for (const std::string& input : node.inputs) {
        writer.text(NodeProto::kInputFieldNumber, input);
    }
    for (const std::string& output : node.outputs) {
        writer.text(NodeProto::kOutputFieldNumber, output);
    }
    writeTextUnlessEmpty(writer, NodeProto::kNameFieldNumber, node.name);
    writer.text(NodeProto::kOpTypeFieldNumber, node.opType);
    for (const Attribute& attribute : node.attributes.all()) {
        writer.message(NodeProto::kAttributeFieldNumber,
            [&](MessageTree& item) { writeAttribute(item, attribute, node); });
    }
    writeTextUnlessEmpty(writer, NodeProto::kDocStringFieldNumber, node.documentation);
    writeTextUnlessEmpty(writer, NodeProto::kDomainFieldNumber, node.domain);
    writeTextUnlessEmpty(writer, nodeOverloadFieldNumber, node.overload);
}

void MessageWriter::writeAttribute(MessageTree& writer, const Attribute& attribute, const Node& node)
{
    writer.text(AttributeProto::kNameFieldNumber, attribute.name);
    if (const auto* opaque = std::get_if<OpaqueAttribute>(&attribute.value)) {
        if (opaque->referencedAttribute.empty()) {
            failOpaque(attribute, *opaque, node);
        }
        writer.integer(AttributeProto::kTypeFieldNumber, opaque->typeNumber);
        writer.text(AttributeProto::kRefAttrNameFieldNumber, opaque->referencedAttribute);
        return;
    }
    std::visit([&](const auto& value) { writeValue(writer, value); }, attribute.value);
}

// A value writes its own field, or a list one field per element, and then the attribute's type.
template <typename T>
void MessageWriter::writeValue(MessageTree& writer, const T& value)
{
    if constexpr (!std::is_same_v<T, OpaqueAttribute>) {
        constexpr auto type = attributeType<T>();
        if constexpr (type == AttributeProto::INT) {
            writer.integer(AttributeProto::kIFieldNumber, value);
        } else if constexpr (type == AttributeProto::FLOAT) {
            writer.real(AttributeProto::kFFieldNumber, value);
        } else if constexpr (type == AttributeProto::STRING) {
            writer.text(AttributeProto::kSFieldNumber, value);
        } else if constexpr (type == AttributeProto::TENSOR) {
            writer.message(
                AttributeProto::kTFieldNumber, [&](MessageTree& item) { writeConstant(item, value, false); });
        } else if constexpr (type == AttributeProto::GRAPH) {
            writer.message(
                AttributeProto::kGFieldNumber, [&](MessageTree& item) { writeSubgraph(item, *value); });
        } else {
            for (const auto& element : value) {
                writeElement(writer, element);
            }
        }
        writer.integer(AttributeProto::kTypeFieldNumber, type);
    }
}

template <typename T>
void MessageWriter::writeElement(MessageTree& writer, const T& element)
{
    constexpr auto type = attributeType<T>();
    if constexpr (type == AttributeProto::INT) {
        writer.integer(AttributeProto::kIntsFieldNumber, element);
    } else if constexpr (type == AttributeProto::FLOAT) {
        writer.real(AttributeProto::kFloatsFieldNumber, element);
    } else if constexpr (type == AttributeProto::STRING) {
        writer.text(AttributeProto::kStringsFieldNumber, element);
    } else if constexpr (type == AttributeProto::TENSOR) {
        writer.message(AttributeProto::kTensorsFieldNumber,
            [&](MessageTree& item) { writeConstant(item, element, false); });
    } else {
        writer.message(
            AttributeProto::kGraphsFieldNumber, [&](MessageTree& item) { writeSubgraph(item, *element); });
    }
}

void MessageWriter::writeFunction(MessageTree& writer, const ModelFunction& function)
{
    writer.text(FunctionProto::kNameFieldNumber, function.name);
    for (const std::string& input : function.inputs) {
        writer.text(FunctionProto::kInputFieldNumber, input);
    }
    for (const std::string& output : function.outputs) {
        writer.text(FunctionProto::kOutputFieldNumber, output);
    }
    for (const std::string& attribute : function.attributeNames) {
        writer.text(FunctionProto::kAttributeFieldNumber, attribute);
    }
    for (const Node& node : function.nodes) {
        writer.message(FunctionProto::kNodeFieldNumber, [&](MessageTree& item) { writeNode(item, node); });
    }
    writeOpsets(writer, FunctionProto::kOpsetImportFieldNumber, function.opsets);
    writeTextUnlessEmpty(writer, FunctionProto::kDomainFieldNumber, function.domain);
    for (const Attribute& attribute : function.attributeDefaults.all()) {
        writer.message(
            functionAttributeFieldNumber, [&](MessageTree& item) { writeAttribute(item, attribute, {}); });
    }
    writeTextUnlessEmpty(writer, functionOverloadFieldNumber, function.overload);
}

void MessageWriter::writeConstant(
    MessageTree& writer, const std::shared_ptr<const ConstantInfo>& constant, bool mayMoveOut)
{
    const TensorDescriptor& descriptor = constant->descriptor;
    for (const int64_t dimension : descriptor.shape) {
        writer.integer(TensorProto::kDimsFieldNumber, dimension);
    }
    writer.integer(TensorProto::kDataTypeFieldNumber, static_cast<int64_t>(descriptor.type));
    writeTextUnlessEmpty(writer, TensorProto::kNameFieldNumber, constant->name);
    if (descriptor.type == DataType::String) {
        if (!constant->value) {
            throw Error(ErrorKind::InvalidArgument,
                constant->problem.empty() ? "Constant '" + constant->name + "' has no strings to write"
                                          : constant->problem);
        }
        for (const std::string& text : constant->value->strings) {
            writer.text(TensorProto::kStringDataFieldNumber, text);
        }
        return;
    }
    if (byteCount(descriptor) != constant->sizeBytes) {
        throw Error(ErrorKind::Unsupported,
            "Constant '" + constant->name + "' " + toString(descriptor)
                + " cannot be written: its size in bytes is not known");
    }
    writer.data(m_tensors.size());
    m_tensors.push_back({constant, descriptor.type, constant->sizeBytes, mayMoveOut});
}

} // namespace weightless::onnx_io
