// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/tensorfile.h"

#include "engine/base/error.h"
#include "engine/base/outputfile.h"
#include "engine/onnx/tensorreader.h"
#include "engine/onnx/wirewriter.h"

#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include <limits>
#include <span>
#include <utility>

namespace weightless::onnx_io {

using onnx::OptionalProto;
using onnx::SequenceProto;
using onnx::TensorProto;

namespace {

class TestValueReader {
public:
    // Tensors of more elements are left hollow.
    TestValueReader(
        WireReader& reader, ModelOrigin& origin, uint64_t mostElements = std::numeric_limits<uint64_t>::max())
        : m_reader(reader)
        , m_tensors(reader, origin, mostElements)
    {
    }

    [[nodiscard]] HostTensor readTensor(WireMessage message)
    {
        auto constant = readConstant(message);
        return std::move(*constant->value);
    }

    [[nodiscard]] TensorDescriptor readDescriptor(WireMessage message)
    {
        return std::move(readConstant(message)->descriptor);
    }

    [[nodiscard]] TensorSequence readSequence(WireMessage message)
    {
        TensorSequence sequence;
        while (message.next()) {
            switch (message.field()) {
            case SequenceProto::kTensorValuesFieldNumber:
                m_reader.charge(sizeof(HostTensor), message.position());
                sequence.push_back(readTensor(message.message()));
                break;
            case SequenceProto::kSparseTensorValuesFieldNumber:
            case SequenceProto::kSequenceValuesFieldNumber:
            case SequenceProto::kMapValuesFieldNumber:
            case SequenceProto::kOptionalValuesFieldNumber:
                throw unsupported("a sequence of sparse tensors, sequences, maps or optionals");
            case SequenceProto::kNameFieldNumber:
            case SequenceProto::kElemTypeFieldNumber:
                break;
            default:
                throw otherMessage("sequence", message.field());
            }
        }
        return sequence;
    }

    [[nodiscard]] OptionalValue readOptional(WireMessage message)
    {
        OptionalValue value;
        while (message.next()) {
            switch (message.field()) {
            case OptionalProto::kTensorValueFieldNumber:
                value = readTensor(message.message());
                break;
            case OptionalProto::kSequenceValueFieldNumber:
                value = readSequence(message.message());
                break;
            case OptionalProto::kSparseTensorValueFieldNumber:
            case OptionalProto::kMapValueFieldNumber:
            case OptionalProto::kOptionalValueFieldNumber:
                throw unsupported("an optional sparse tensor, map or optional");
            case OptionalProto::kNameFieldNumber:
            case OptionalProto::kElemTypeFieldNumber:
                break;
            default:
                throw otherMessage("optional", message.field());
            }
        }
        return value;
    }

private:
    [[nodiscard]] std::shared_ptr<ConstantInfo> readConstant(WireMessage message)
    {
        auto constant = m_tensors.makeConstant(m_tensors.readFields(message), "tensor");
        if (!constant->problem.empty()) {
            throw Error(ErrorKind::InvalidArgument, inFile(constant->problem));
        }
        return constant;
    }
    [[nodiscard]] std::string inFile(const std::string& text) const
    {
        return "'" + m_reader.name() + "': " + text;
    }
    // A tensor's message read as another: most of its fields have numbers that others do not know.
    [[nodiscard]] Error otherMessage(const char* kind, int field) const
    {
        return {ErrorKind::InvalidArgument,
            inFile("it holds no " + std::string(kind) + ", which has no field " + std::to_string(field)
                + "; a file of a " + kind + " is what is expected")};
    }
    [[nodiscard]] Error unsupported(const char* what) const
    {
        return {ErrorKind::Unsupported, inFile(std::string("it holds ") + what + ", which is not supported")};
    }

    WireReader& m_reader;
    TensorReader m_tensors;
};

// A message without fields would be no tensor for another reason.
void checkHasFields(const ModelOrigin& origin, const std::filesystem::path& path)
{
    if (origin.model()->sizeBytes() == 0) {
        throw Error(
            ErrorKind::InvalidArgument, "'" + displayPath(path) + "' is an empty file: it holds no tensor");
    }
}

// What is to be written: fields, and bytes behind them that stay where they are.
struct Piece {
    std::string fields;
    std::span<const std::byte> bytes = {};
};
using Message = std::vector<Piece>;

uint64_t sizeOf(const Message& message)
{
    uint64_t bytes = 0;
    for (const Piece& piece : message) {
        bytes += piece.fields.size() + piece.bytes.size();
    }
    return bytes;
}

void append(Message& message, int field, const Message& value)
{
    WireWriter header;
    header.header(field, sizeOf(value));
    message.push_back({header.take()});
    message.insert(message.end(), value.begin(), value.end());
}

Error cannotWrite(const OutputFile& file, ErrorKind kind, const std::string& reason)
{
    return {kind, "Cannot write '" + displayPath(file.target()) + "': " + reason};
}

// The tensor lives as long as what is returned.
Message messageOf(const OutputFile& file, const HostTensor& tensor, const std::string& name)
{
    const auto count = elementCount(tensor.descriptor.shape);
    const bool isString = tensor.descriptor.type == DataType::String;
    const bool fits = isString ? count && tensor.strings.size() == static_cast<size_t>(*count)
                               : byteCount(tensor.descriptor) == tensor.bytes.size();
    if (!fits) {
        throw cannotWrite(file, ErrorKind::InvalidArgument,
            "a tensor " + toString(tensor.descriptor) + " does not have "
                + (isString ? std::to_string(tensor.strings.size()) + " strings"
                            : std::to_string(tensor.bytes.size()) + " bytes"));
    }
    WireWriter writer;
    for (const int64_t dimension : tensor.descriptor.shape) {
        writer.integer(TensorProto::kDimsFieldNumber, dimension);
    }
    writer.integer(TensorProto::kDataTypeFieldNumber, static_cast<int64_t>(tensor.descriptor.type));
    for (const std::string& text : tensor.strings) {
        writer.text(TensorProto::kStringDataFieldNumber, text);
    }
    if (!name.empty()) {
        writer.text(TensorProto::kNameFieldNumber, name);
    }
    if (!isString) {
        writer.header(TensorProto::kRawDataFieldNumber, tensor.bytes.size());
    }
    return {{writer.take(), tensor.bytes}};
}

Message messageOf(const OutputFile& file, const HostSequence& sequence, const std::string& name)
{
    WireWriter writer;
    if (!name.empty()) {
        writer.text(SequenceProto::kNameFieldNumber, name);
    }
    writer.integer(SequenceProto::kElemTypeFieldNumber, SequenceProto::TENSOR);
    Message message {{writer.take()}};
    for (const HostValue& element : sequence.elements) {
        if (!element.tensor) {
            throw cannotWrite(file, ErrorKind::Unsupported,
                "a sequence of sequences, maps or optionals; only one of tensors can be written to a file");
        }
        append(message, SequenceProto::kTensorValuesFieldNumber, messageOf(file, *element.tensor, {}));
    }
    return message;
}

Message optionalMessageOf(const OutputFile& file, const HostValue& value, const std::string& name)
{
    if (value.map) {
        throw cannotWrite(file, ErrorKind::Unsupported,
            "an optional map; only an optional tensor or sequence can be written to a file");
    }
    WireWriter writer;
    if (!name.empty()) {
        writer.text(OptionalProto::kNameFieldNumber, name);
    }
    writer.integer(OptionalProto::kElemTypeFieldNumber,
        value.tensor         ? OptionalProto::TENSOR
            : value.sequence ? OptionalProto::SEQUENCE
                             : OptionalProto::UNDEFINED);
    Message message {{writer.take()}};
    if (value.tensor) {
        append(message, OptionalProto::kTensorValueFieldNumber, messageOf(file, *value.tensor, {}));
    } else if (value.sequence) {
        append(message, OptionalProto::kSequenceValueFieldNumber, messageOf(file, *value.sequence, {}));
    }
    return message;
}

void write(OutputFile& file, const Message& message, const char* advice)
{
    constexpr uint64_t mostBytes = std::numeric_limits<int32_t>::max();
    if (sizeOf(message) > mostBytes) {
        throw cannotWrite(
            file, ErrorKind::InvalidArgument, std::string("a .pb file holds at most 2 GiB") + advice);
    }
    for (const Piece& piece : message) {
        file.write(piece.fields);
        file.write(piece.bytes);
    }
}

} // namespace

TestValueKind kindOf(const ValueInfo& value)
{
    if (value.kind == "tensor") {
        return TestValueKind::Tensor;
    }
    if (value.kind == "sequence") {
        return TestValueKind::Sequence;
    }
    if (value.kind == "optional") {
        return TestValueKind::Optional;
    }
    throw Error(
        ErrorKind::Unsupported, "Value '" + value.name + "' is a " + value.kind + ", which is not supported");
}

TestValue readTestValue(const std::filesystem::path& path, TestValueKind kind)
{
    FolderOrigin origin(path);
    WireReader reader(origin.model(), "ONNX tensor file");
    TestValueReader values(reader, origin);
    switch (kind) {
    case TestValueKind::Sequence:
        return values.readSequence(WireMessage(reader));
    case TestValueKind::Optional:
        return values.readOptional(WireMessage(reader));
    case TestValueKind::Tensor:
        break;
    }
    checkHasFields(origin, path);
    return values.readTensor(WireMessage(reader));
}

HostTensor readTensorFile(const std::filesystem::path& path)
{
    return std::get<HostTensor>(readTestValue(path, TestValueKind::Tensor));
}

TensorDescriptor readTensorFileDescriptor(const std::filesystem::path& path)
{
    FolderOrigin origin(path);
    WireReader reader(origin.model(), "ONNX tensor file");
    checkHasFields(origin, path);
    return TestValueReader(reader, origin, 0).readDescriptor(WireMessage(reader));
}

std::string readTensorName(const std::filesystem::path& path)
{
    FolderOrigin origin(path);
    WireReader reader(origin.model(), "ONNX tensor file");
    WireMessage message(reader);
    std::string name;
    while (message.next()) {
        if (message.field() == TensorProto::kNameFieldNumber) {
            name = message.string();
        }
    }
    return name;
}

void writeTensorProto(OutputFile& file, const HostTensor& tensor, const std::string& name)
{
    write(file, messageOf(file, tensor, name), "; write .npy instead");
}

void writeSequenceProto(OutputFile& file, const HostSequence& sequence, const std::string& name)
{
    write(file, messageOf(file, sequence, name), "");
}

void writeOptionalProto(OutputFile& file, const HostValue& value, const std::string& name)
{
    write(file, optionalMessageOf(file, value, name), "");
}

void writeTensorFile(const std::filesystem::path& path, const HostTensor& tensor, const std::string& name)
{
    OutputFile file(path);
    writeTensorProto(file, tensor, name);
    file.commit();
}

} // namespace weightless::onnx_io
