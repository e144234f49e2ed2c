// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/modelcopier.h"

#include "engine/base/error.h"
#include "engine/onnx/newerfields.h"

#include <onnx/onnx_pb.h>

#include <utility>

namespace weightless::onnx_io {

using onnx::AttributeProto;
using onnx::FunctionProto;
using onnx::GraphProto;
using onnx::ModelProto;
using onnx::NodeProto;
using onnx::SparseTensorProto;
using onnx::TensorProto;
using onnx::TrainingInfoProto;
using onnx::TypeProto;
using onnx::ValueInfoProto;

namespace {

bool isDataField(int field)
{
    switch (field) {
    case TensorProto::kRawDataFieldNumber:
    case TensorProto::kFloatDataFieldNumber:
    case TensorProto::kDoubleDataFieldNumber:
    case TensorProto::kInt32DataFieldNumber:
    case TensorProto::kInt64DataFieldNumber:
    case TensorProto::kUint64DataFieldNumber:
    case TensorProto::kExternalDataFieldNumber:
    case TensorProto::kDataLocationFieldNumber:
        return true;
    default:
        return false;
    }
}

ByteRange wholeField(const WireMessage& message)
{
    return {message.position(), message.endPosition() - message.position()};
}

// Copies a message's fields in the order they have, but those that are left out.
class FieldCopier {
public:
    FieldCopier(MessageTree& tree, ByteRange bounds)
        : m_tree(tree)
        , m_copied(bounds.offsetBytes)
        , m_end(bounds.endBytes())
    {
    }

    // What stands before the field is in the tree now.
    void leaveOut(const WireMessage& field)
    {
        m_tree.copy({m_copied, field.position() - m_copied});
        m_copied = field.endPosition();
        m_hasLeftOut = true;
    }

    // True when a field was left out.
    bool finish()
    {
        m_tree.copy({m_copied, m_end - m_copied});
        return m_hasLeftOut;
    }

private:
    MessageTree& m_tree;
    uint64_t m_copied;
    uint64_t m_end;
    bool m_hasLeftOut = false;
};

std::string nameOfValue(WireMessage valueInfo)
{
    std::string name;
    while (valueInfo.next()) {
        if (valueInfo.field() == ValueInfoProto::kNameFieldNumber) {
            name = valueInfo.string();
        }
    }
    return name;
}

// A message with one of its fields, which holds a message, put through `edit`.
template <typename Edit>
void copyEditing(const WireMessage& message, int editedField, MessageTree& tree, Edit&& edit)
{
    auto copy = std::make_unique<MessageTree>();
    FieldCopier fields(*copy, message.range());
    for (WireMessage field = message.message(); field.next();) {
        if (field.field() == editedField) {
            fields.leaveOut(field);
            edit(field, *copy);
        }
    }
    fields.finish();
    tree.message(message.field(), std::move(copy));
}

// An input of the graph, of another name and type. Before IR version 4 a constant is one.
void copyInput(const WireMessage& input, const std::string& name, DataType type, MessageTree& tree)
{
    auto copy = std::make_unique<MessageTree>();
    FieldCopier fields(*copy, input.range());
    for (WireMessage field = input.message(); field.next();) {
        if (field.field() == ValueInfoProto::kNameFieldNumber) {
            fields.leaveOut(field);
        } else if (field.field() == ValueInfoProto::kTypeFieldNumber) {
            fields.leaveOut(field);
            const auto setType = [type](const WireMessage&, MessageTree& tensorType) {
                tensorType.integer(onnx::TypeProto_Tensor::kElemTypeFieldNumber, static_cast<int64_t>(type));
            };
            const auto editTensorType = [&](const WireMessage& tensorType, MessageTree& typeCopy) {
                copyEditing(tensorType, onnx::TypeProto_Tensor::kElemTypeFieldNumber, typeCopy, setType);
            };
            copyEditing(field, TypeProto::kTensorTypeFieldNumber, *copy, editTensorType);
        }
    }
    fields.finish();
    copy->text(ValueInfoProto::kNameFieldNumber, name);
    tree.message(input.field(), std::move(copy));
}

} // namespace

ModelCopier::ModelCopier(WireReader& reader, ModelOrigin& origin, Options options)
    : m_reader(reader)
    , m_options(std::move(options))
    , m_tensorReader(reader, origin, 0)
{
}

std::optional<ModelCopier::Kind> ModelCopier::kindOf(Kind parent, int field)
{
    const auto either = [field](std::initializer_list<std::pair<int, Kind>> list) -> std::optional<Kind> {
        for (const auto& [number, kind] : list) {
            if (number == field) {
                return kind;
            }
        }
        return std::nullopt;
    };
    switch (parent) {
    case Kind::Model:
        return either({{ModelProto::kGraphFieldNumber, Kind::Graph},
            {ModelProto::kTrainingInfoFieldNumber, Kind::Training},
            {ModelProto::kFunctionsFieldNumber, Kind::Function}});
    case Kind::Training:
        return either({{TrainingInfoProto::kInitializationFieldNumber, Kind::Graph},
            {TrainingInfoProto::kAlgorithmFieldNumber, Kind::Graph}});
    case Kind::Graph:
        return either(
            {{GraphProto::kNodeFieldNumber, Kind::Node}, {GraphProto::kInitializerFieldNumber, Kind::Tensor},
                {GraphProto::kSparseInitializerFieldNumber, Kind::SparseTensor}});
    case Kind::Node:
        return either({{NodeProto::kAttributeFieldNumber, Kind::Attribute}});
    case Kind::Attribute:
        return either({{AttributeProto::kTFieldNumber, Kind::Tensor},
            {AttributeProto::kTensorsFieldNumber, Kind::Tensor}, {AttributeProto::kGFieldNumber, Kind::Graph},
            {AttributeProto::kGraphsFieldNumber, Kind::Graph},
            {AttributeProto::kSparseTensorFieldNumber, Kind::SparseTensor},
            {AttributeProto::kSparseTensorsFieldNumber, Kind::SparseTensor}});
    case Kind::Function:
        return either(
            {{FunctionProto::kNodeFieldNumber, Kind::Node}, {functionAttributeFieldNumber, Kind::Attribute}});
    case Kind::SparseTensor:
        return either({{SparseTensorProto::kValuesFieldNumber, Kind::Tensor},
            {SparseTensorProto::kIndicesFieldNumber, Kind::Tensor}});
    case Kind::Tensor:
        break;
    }
    return std::nullopt;
}

MessageTree ModelCopier::copy(std::vector<OutgoingTensor>& tensors)
{
    m_tensors = &tensors;
    const ByteRange whole {0, m_reader.sizeBytes()};
    MessageTree tree;
    // The whole of it where nothing is changed.
    copyMessage(WireMessage(m_reader), whole, Kind::Model, tree, {});
    return tree;
}

void ModelCopier::checkStop() const
{
    if (m_options.stopToken.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Saving '" + m_reader.name() + "' was cancelled");
    }
}

bool ModelCopier::copyMessage(
    const WireMessage& message, ByteRange bounds, Kind kind, MessageTree& tree, const Place& place)
{
    if (kind == Kind::Graph) {
        return copyGraph(message, bounds, tree, place.isMainGraph);
    }
    if (kind == Kind::Tensor) {
        return copyTensor(message, bounds, tree, place);
    }
    Node node;
    std::string attribute;
    Place inner;
    inner.node = kind == Kind::Node ? &node : place.node;
    inner.attribute = kind == Kind::Attribute ? &attribute : place.attribute;
    inner.isSparse = kind == Kind::SparseTensor;
    inner.isMainGraph = kind == Kind::Model;
    FieldCopier fields(tree, bounds);
    for (WireMessage field = message; field.next();) {
        if (kind == Kind::Node && field.field() == NodeProto::kNameFieldNumber) {
            node.name = field.string();
        } else if (kind == Kind::Node && field.field() == NodeProto::kOutputFieldNumber) {
            node.outputs.push_back(field.string());
        } else if (kind == Kind::Attribute && field.field() == AttributeProto::kNameFieldNumber) {
            attribute = field.string();
        } else if (const auto child = kindOf(kind, field.field())) {
            auto edited = std::make_unique<MessageTree>();
            if (copyMessage(field.message(), field.range(), *child, *edited, inner)) {
                fields.leaveOut(field);
                tree.message(field.field(), std::move(edited));
            }
        }
    }
    return fields.finish();
}

bool ModelCopier::copyGraph(WireMessage message, ByteRange bounds, MessageTree& tree, bool isMainGraph)
{
    std::optional<GraphConversion> conversion;
    if (m_options.conversion) {
        conversion.emplace(*m_options.conversion, message);
    }
    Place inner;
    inner.conversion = conversion ? &*conversion : nullptr;
    std::optional<std::string> name;
    std::vector<WireMessage> inputs; // the converted constants are known only after all fields
    const size_t tensorsBefore = m_tensors->size();
    FieldCopier fields(tree, bounds);
    while (message.next()) {
        checkStop();
        if (message.field() == GraphProto::kNameFieldNumber && isMainGraph) {
            name = message.string();
            fields.leaveOut(message);
            continue;
        }
        if (message.field() == GraphProto::kInputFieldNumber && conversion) {
            inputs.push_back(message);
            fields.leaveOut(message);
            continue;
        }
        const auto child = kindOf(Kind::Graph, message.field());
        if (!child) {
            continue;
        }
        inner.isInitializer = *child == Kind::Tensor;
        auto edited = std::make_unique<MessageTree>();
        if (copyMessage(message.message(), message.range(), *child, *edited, inner)) {
            fields.leaveOut(message);
            tree.message(message.field(), std::move(edited));
        }
    }
    fields.finish();
    for (const WireMessage& input : inputs) {
        if (const auto* storedName = conversion->storedName(nameOfValue(input.message()))) {
            copyInput(input, *storedName, m_options.conversion->to, tree);
        } else {
            tree.copy(wholeField(input));
        }
    }
    if (conversion) {
        tree.prepend(conversion->castNodes());
    }
    // Last: see MessageTree::padWith().
    if (name) {
        tree.text(GraphProto::kNameFieldNumber, *name);
        tree.padWith(name->empty() ? 0 : GraphProto::kNameFieldNumber);
    }
    return m_tensors->size() != tensorsBefore;
}

std::shared_ptr<const ConstantInfo> ModelCopier::readConstant(
    const WireMessage& message, const Place& place, bool& isExternal)
{
    TensorFields fields = m_tensorReader.readFields(message);
    isExternal = fields.isExternal;
    const std::string fallback = place.node != nullptr && place.attribute != nullptr
        ? constantName(*place.node, *place.attribute)
        : std::string();
    auto constant = m_tensorReader.makeConstant(std::move(fields), fallback);
    if (isExternal && constant->sizeBytes == 0 && !constant->problem.empty()) {
        // A type of a later ONNX: its bytes are copied as they are.
        if (!hasBytes(constant->source)) {
            throw Error(ErrorKind::InvalidArgument, constant->problem);
        }
        constant->sizeBytes = lengthBytes(constant->source);
        constant->problem.clear();
    }
    return constant;
}

void ModelCopier::tellLocations(const WireMessage& message)
{
    const TensorFields fields = m_tensorReader.readFields(message);
    for (const auto& [key, text] : fields.external) {
        if (fields.isExternal && key == "location") {
            m_options.onLocation(text);
        }
    }
}

bool ModelCopier::copyTensor(
    const WireMessage& message, ByteRange bounds, MessageTree& tree, const Place& place)
{
    if (m_options.onLocation) {
        tellLocations(message);
        return false;
    }
    bool isExternal = false;
    const auto constant = readConstant(message, place, isExternal);
    const bool isConverted = place.isInitializer && place.conversion != nullptr
        && (isExternal || constant->problem.empty()) && place.conversion->applies(*constant);
    const bool mayStay = constant->descriptor.type == DataType::String || !constant->problem.empty()
        || constant->sizeBytes < m_options.leastBytes || place.isSparse;
    if (!isExternal && mayStay && !isConverted) {
        return false;
    }
    OutgoingTensor tensor {constant, constant->descriptor.type, constant->sizeBytes,
        place.isInitializer || (isExternal && !place.isSparse)};
    std::optional<std::string> storedName;
    if (isConverted) {
        storedName = place.conversion->add(*constant);
        tensor.type = m_options.conversion->to;
        tensor.sizeBytes = byteCount(TensorDescriptor {tensor.type, constant->descriptor.shape}).value();
    }
    copyTensorFields(message, bounds, tree, storedName);
    tree.data(m_tensors->size());
    m_tensors->push_back(std::move(tensor));
    return true;
}

void ModelCopier::copyTensorFields(
    WireMessage message, ByteRange bounds, MessageTree& tree, const std::optional<std::string>& storedName)
{
    FieldCopier fields(tree, bounds);
    while (message.next()) {
        const bool isRewritten = storedName
            && (message.field() == TensorProto::kNameFieldNumber
                || message.field() == TensorProto::kDataTypeFieldNumber);
        if (isRewritten || isDataField(message.field())) {
            fields.leaveOut(message);
        }
    }
    fields.finish();
    if (storedName) {
        tree.integer(TensorProto::kDataTypeFieldNumber, static_cast<int64_t>(m_options.conversion->to));
        tree.text(TensorProto::kNameFieldNumber, *storedName);
    }
}

} // namespace weightless::onnx_io
