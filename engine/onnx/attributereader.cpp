// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/onnx/graphreader.h"

#include <onnx/onnx_pb.h>

#include <utility>

namespace weightless::onnx_io {

using onnx::AttributeProto;

namespace {

// Longer texts are compiled blobs some vendors put into their nodes: named, not read.
constexpr uint64_t longestTextBytes = 16 * MiB;

// Everything an AttributeProto can hold; its type, or the field that is there, says which counts.
struct AttributeFields {
    std::string name;
    std::string reference;
    int64_t type = 0; // AttributeProto.AttributeType
    int64_t i = 0;
    float f = 0;
    AttributeValue s = std::string();
    std::shared_ptr<const ConstantInfo> t;
    std::shared_ptr<const ModelGraph> g;
    std::vector<int64_t> ints;
    std::vector<float> floats;
    std::vector<std::string> strings;
    std::vector<std::shared_ptr<const ConstantInfo>> tensors;
    std::vector<std::shared_ptr<const ModelGraph>> graphs;
    std::string types; // their messages, one behind the other
};

AttributeValue readText(const WireMessage& message)
{
    const uint64_t length = message.range().lengthBytes;
    if (length > longestTextBytes) {
        return OpaqueAttribute {"text of " + formatBytes(length)};
    }
    return message.string();
}

template <typename T>
AttributeValue orOpaque(std::shared_ptr<T> value, const char* kind)
{
    if (value == nullptr) {
        return OpaqueAttribute {std::string(kind) + " without a value"};
    }
    return value;
}

AttributeValue valueOf(AttributeFields& fields)
{
    if (!fields.reference.empty()) {
        return OpaqueAttribute {"the caller's " + fields.reference, fields.reference, fields.type};
    }
    switch (fields.type) {
    case AttributeProto::FLOAT:
        return fields.f;
    case AttributeProto::INT:
        return fields.i;
    case AttributeProto::STRING:
        return std::move(fields.s);
    case AttributeProto::TENSOR:
        return orOpaque(std::move(fields.t), "tensor");
    case AttributeProto::GRAPH:
        return orOpaque(std::move(fields.g), "graph");
    case AttributeProto::FLOATS:
        return std::move(fields.floats);
    case AttributeProto::INTS:
        return std::move(fields.ints);
    case AttributeProto::STRINGS:
        return std::move(fields.strings);
    case AttributeProto::TENSORS:
        return std::move(fields.tensors);
    case AttributeProto::GRAPHS:
        return std::move(fields.graphs);
    case AttributeProto::SPARSE_TENSOR:
    case AttributeProto::SPARSE_TENSORS:
        return OpaqueAttribute {"sparse tensor", {}, fields.type};
    case AttributeProto::TYPE_PROTO:
    case AttributeProto::TYPE_PROTOS:
        return OpaqueAttribute {"type", {}, fields.type, std::move(fields.types)};
    default:
        return OpaqueAttribute {"attribute of type " + std::to_string(fields.type), {}, fields.type};
    }
}

// Models of the first ONNX versions carry no type; the field that is there tells.
void noteType(AttributeFields& fields, AttributeProto::AttributeType type)
{
    if (fields.type == AttributeProto::UNDEFINED) {
        fields.type = type;
    }
}

// Fields whose value needs no nested messages of ours. False when the field is another one.
bool readSimpleField(const WireMessage& message, AttributeFields& fields)
{
    switch (message.field()) {
    case AttributeProto::kNameFieldNumber:
        fields.name = message.string();
        return true;
    case AttributeProto::kRefAttrNameFieldNumber:
        fields.reference = message.string();
        return true;
    case AttributeProto::kTypeFieldNumber:
        fields.type = message.int64();
        return true;
    case AttributeProto::kFFieldNumber:
        fields.f = message.float32();
        noteType(fields, AttributeProto::FLOAT);
        return true;
    case AttributeProto::kIFieldNumber:
        fields.i = message.int64();
        noteType(fields, AttributeProto::INT);
        return true;
    case AttributeProto::kSFieldNumber:
        fields.s = readText(message);
        noteType(fields, AttributeProto::STRING);
        return true;
    case AttributeProto::kFloatsFieldNumber:
        message.appendTo(fields.floats);
        noteType(fields, AttributeProto::FLOATS);
        return true;
    case AttributeProto::kIntsFieldNumber:
        message.appendTo(fields.ints);
        noteType(fields, AttributeProto::INTS);
        return true;
    case AttributeProto::kStringsFieldNumber:
        message.reader().charge(sizeof(std::string), message.position());
        fields.strings.push_back(message.string());
        noteType(fields, AttributeProto::STRINGS);
        return true;
    default:
        return false;
    }
}

} // namespace

std::string constantName(const Node& node, const std::string& attribute)
{
    const std::string owner = node.outputs.empty() || !node.name.empty() ? node.name : node.outputs.front();
    if (node.outputs.size() == 1 && attribute == "value") {
        return shortened(node.outputs.front());
    }
    return shortened(owner) + "." + shortened(attribute);
}

// `node` is what is known of the node so far: writers put outputs and name before the attributes.
Attribute GraphReader::readAttribute(WireMessage message, const Node& node)
{
    m_reader.charge(sizeof(Attribute), message.position());
    AttributeFields fields;
    while (message.next()) {
        if (readSimpleField(message, fields)) {
            continue;
        }
        switch (message.field()) {
        case AttributeProto::kTFieldNumber:
            fields.t = readConstant(message.message(), constantName(node, fields.name));
            noteType(fields, AttributeProto::TENSOR);
            break;
        case AttributeProto::kTensorsFieldNumber:
            fields.tensors.push_back(readConstant(message.message(),
                constantName(node, fields.name) + "." + std::to_string(fields.tensors.size())));
            noteType(fields, AttributeProto::TENSORS);
            break;
        case AttributeProto::kGFieldNumber:
            fields.g = readSubgraph(message.message());
            noteType(fields, AttributeProto::GRAPH);
            break;
        case AttributeProto::kGraphsFieldNumber:
            fields.graphs.push_back(readSubgraph(message.message()));
            noteType(fields, AttributeProto::GRAPHS);
            break;
        case AttributeProto::kSparseTensorFieldNumber:
        case AttributeProto::kSparseTensorsFieldNumber:
            noteType(fields, AttributeProto::SPARSE_TENSOR);
            break;
        case AttributeProto::kTpFieldNumber:
        case AttributeProto::kTypeProtosFieldNumber:
            fields.types += message.string();
            noteType(fields, AttributeProto::TYPE_PROTO);
            break;
        default:
            break;
        }
    }
    std::string name = std::move(fields.name);
    return {std::move(name), valueOf(fields)};
}

} // namespace weightless::onnx_io
