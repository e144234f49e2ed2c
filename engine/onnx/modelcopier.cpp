// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/modelcopier.h"

#include "engine/base/error.h"
#include "engine/onnx/fieldcopier.h"
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
using onnx::TensorAnnotation;
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
        return copyGraph(message, bounds, tree, place);
    }
    if (kind == Kind::Tensor) {
        return copyTensor(message, bounds, tree, place);
    }
    Node node;
    std::string attribute;
    Place inner;
    inner.node = kind == Kind::Node ? &node : place.node;
    inner.attribute = kind == Kind::Attribute ? &attribute : place.attribute;
    inner.conversion = place.conversion;
    inner.isSparse = kind == Kind::SparseTensor;
    inner.isMainGraph = kind == Kind::Model;
    FieldCopier fields(tree, bounds);
    for (WireMessage field = message; field.next();) {
        if (kind == Kind::Node && field.field() == NodeProto::kNameFieldNumber) {
            node.name = field.string();
        } else if (kind == Kind::Node && field.field() == NodeProto::kOutputFieldNumber) {
            node.outputs.push_back(field.string());
        } else if (kind == Kind::Node && field.field() == NodeProto::kInputFieldNumber) {
            if (const auto name = castNameOf(field.string(), place)) {
                fields.leaveOut(field);
                tree.text(NodeProto::kInputFieldNumber, *name);
            }
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

std::optional<std::string> ModelCopier::castNameOf(const std::string& name, const Place& place)
{
    return place.conversion != nullptr ? place.conversion->castNameOf(name) : std::nullopt;
}

bool ModelCopier::copyGraph(WireMessage message, ByteRange bounds, MessageTree& tree, const Place& place)
{
    std::optional<GraphConversion> conversion;
    if (m_options.conversion) {
        conversion.emplace(*m_options.conversion, message, place.conversion);
        renameCasts(message, *conversion);
    }
    Place inner;
    inner.conversion = conversion ? &*conversion : nullptr;
    std::optional<std::string> name;
    std::vector<WireMessage> inputs; // the converted constants are known only after all fields
    bool isChanged = false;
    FieldCopier fields(tree, bounds);
    while (message.next()) {
        checkStop();
        if (message.field() == GraphProto::kNameFieldNumber && place.isMainGraph) {
            name = message.string();
            fields.leaveOut(message);
            continue;
        }
        if (message.field() == GraphProto::kInputFieldNumber && conversion) {
            inputs.push_back(message);
            fields.leaveOut(message);
            continue;
        }
        if (const auto renamed = renamedValue(message, inner)) {
            fields.leaveOut(message);
            copyWithText(message, ValueInfoProto::kNameFieldNumber, *renamed, tree);
            isChanged = true;
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
            isChanged = true;
        }
    }
    fields.finish();
    if (conversion) {
        copyInputs(inputs, *conversion, tree);
        tree.prepend(conversion->castNodes());
    }
    // Last: see MessageTree::padWith().
    if (name) {
        tree.text(GraphProto::kNameFieldNumber, *name);
        tree.padWith(name->empty() ? 0 : GraphProto::kNameFieldNumber);
    }
    return isChanged;
}

// Those of constants that enclosing graphs have the names of: nodes, which read them, stand before them.
void ModelCopier::renameCasts(WireMessage graph, GraphConversion& conversion)
{
    while (graph.next()) {
        if (graph.field() != GraphProto::kInitializerFieldNumber
            || !conversion.isNameOutside(textOf(graph.message(), TensorProto::kNameFieldNumber))) {
            continue;
        }
        bool isExternal = false;
        const auto constant = readConstant(graph.message(), {}, isExternal);
        if ((isExternal || constant->problem.empty()) && conversion.applies(*constant)) {
            conversion.renameCast(constant->name);
        }
    }
}

// What a graph says of a value whose Cast has another name.
std::optional<std::string> ModelCopier::renamedValue(const WireMessage& field, const Place& place)
{
    static_assert(int {ValueInfoProto::kNameFieldNumber} == TensorAnnotation::kTensorNameFieldNumber);
    const bool namesValue = field.field() == GraphProto::kOutputFieldNumber
        || field.field() == GraphProto::kValueInfoFieldNumber
        || field.field() == GraphProto::kQuantizationAnnotationFieldNumber;
    return namesValue ? castNameOf(textOf(field.message(), ValueInfoProto::kNameFieldNumber), place)
                      : std::nullopt;
}

void ModelCopier::copyInputs(
    const std::vector<WireMessage>& inputs, const GraphConversion& conversion, MessageTree& tree) const
{
    for (const WireMessage& input : inputs) {
        const std::string name = textOf(input.message(), ValueInfoProto::kNameFieldNumber);
        if (const auto* storedName = conversion.storedName(name)) {
            copyInput(input, *storedName, m_options.conversion->to, tree);
        } else {
            tree.copy(wholeField(input));
        }
    }
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
