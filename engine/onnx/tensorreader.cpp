// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/tensorreader.h"

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/formats/boolbytes.h"
#include "engine/formats/varintdecoder.h"
#include "engine/model/narrowtypes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace weightless::onnx_io {

using onnx::TensorProto;

namespace {

constexpr uint64_t gatherLimitBytes = 256 * MiB;

std::pair<std::string, std::string> readEntry(WireMessage message)
{
    std::pair<std::string, std::string> entry;
    while (message.next()) {
        if (message.field() == onnx::StringStringEntryProto::kKeyFieldNumber) {
            entry.first = message.string();
        } else if (message.field() == onnx::StringStringEntryProto::kValueFieldNumber) {
            entry.second = message.string();
        }
    }
    return entry;
}

Error wrongLength(uint64_t expected, uint64_t actual)
{
    return {ErrorKind::InvalidArgument,
        "its data has " + std::to_string(actual) + " bytes, its type and shape need "
            + std::to_string(expected)};
}

bool hasElements(const TypedField& field)
{
    return (field.packed && field.packed->lengthBytes > 0) || !field.gathered.empty() || field.isTooLarge;
}

// Readers differ in which field they look at first.
void checkOneField(const TensorFields& fields)
{
    const std::array<std::pair<bool, const char*>, 8> all {{
        {fields.isExternal, "external_data"},
        {fields.raw && fields.raw->lengthBytes > 0, "raw_data"},
        {hasElements(fields.floats), "float_data"},
        {hasElements(fields.doubles), "double_data"},
        {hasElements(fields.int32s), "int32_data"},
        {hasElements(fields.int64s), "int64_data"},
        {hasElements(fields.uint64s), "uint64_data"},
        {!fields.strings.empty(), "string_data"},
    }};
    const char* first = nullptr;
    for (const auto& [isThere, name] : all) {
        if (isThere && first != nullptr) {
            throw Error(ErrorKind::InvalidArgument,
                std::string("it has both ") + first + " and " + name
                    + ", where ONNX allows one; which one counts is undefined");
        }
        first = isThere ? name : first;
    }
}

// Checks what can be known of a source without reading it.
void checkLength(const ConstantSource& source, const ConstantInfo& constant, uint64_t storedElements)
{
    const uint64_t actual = lengthBytes(source);
    if (source.encoding == SourceEncoding::Raw) {
        if (actual != constant.sizeBytes) {
            throw wrongLength(constant.sizeBytes, actual);
        }
    } else if (actual < storedElements || actual / 10 > storedElements) {
        throw Error(ErrorKind::InvalidArgument,
            "its data has " + std::to_string(actual) + " bytes of variable-length numbers, which cannot be "
                + std::to_string(storedElements) + " elements");
    }
}

} // namespace

TensorReader::TensorReader(
    WireReader& reader, ModelOrigin& origin, uint64_t handOffThresholdElements, std::stop_token stop)
    : m_reader(reader)
    , m_thresholdElements(handOffThresholdElements)
    , m_origin(origin)
    , m_modelFile(origin.modelRange())
    , m_stop(std::move(stop))
{
}

TensorFields TensorReader::readFields(WireMessage message)
{
    TensorFields fields;
    while (message.next()) {
        switch (message.field()) {
        case TensorProto::kNameFieldNumber:
            fields.name = message.string();
            break;
        case TensorProto::kDimsFieldNumber:
            message.appendTo(fields.dims);
            break;
        case TensorProto::kDataTypeFieldNumber:
            fields.type = static_cast<int32_t>(message.int64());
            break;
        case TensorProto::kRawDataFieldNumber:
            fields.raw = message.range();
            break;
        case TensorProto::kFloatDataFieldNumber:
            readTyped(message, fields.floats, 4);
            break;
        case TensorProto::kDoubleDataFieldNumber:
            readTyped(message, fields.doubles, 8);
            break;
        case TensorProto::kInt32DataFieldNumber:
            readTyped(message, fields.int32s, 0);
            break;
        case TensorProto::kInt64DataFieldNumber:
            readTyped(message, fields.int64s, 0);
            break;
        case TensorProto::kUint64DataFieldNumber:
            readTyped(message, fields.uint64s, 0);
            break;
        case TensorProto::kStringDataFieldNumber:
            m_reader.charge(sizeof(std::string), message.position());
            fields.strings.push_back(message.string());
            break;
        case TensorProto::kExternalDataFieldNumber:
            m_reader.charge(sizeof(ExternalDataEntries::value_type), message.position());
            fields.external.push_back(readEntry(message.message()));
            break;
        case TensorProto::kDataLocationFieldNumber:
            fields.isExternal = message.int64() == TensorProto::EXTERNAL;
            break;
        default:
            break;
        }
    }
    return fields;
}

// fixedWidthBytes 0: varints.
void TensorReader::readTyped(const WireMessage& message, TypedField& field, unsigned fixedWidthBytes)
{
    if (message.isLengthDelimited()) {
        if (!field.packed && field.gathered.empty()) {
            field.packed = message.range();
            return;
        }
        if (field.packed) {
            gather(field, *std::exchange(field.packed, std::nullopt));
        }
        gather(field, message.range());
        return;
    }
    if (field.packed) {
        gather(field, *std::exchange(field.packed, std::nullopt));
    }
    std::array<std::byte, 10> bytes {};
    size_t count = fixedWidthBytes;
    if (fixedWidthBytes == 0) {
        uint64_t rest = message.varint();
        for (; rest >= 0x80; rest >>= 7) {
            bytes[count++] = static_cast<std::byte>(rest | 0x80u);
        }
        bytes[count++] = static_cast<std::byte>(rest);
    } else {
        const uint64_t value = fixedWidthBytes == 4 ? message.fixed32() : message.fixed64();
        for (unsigned i = 0; i < fixedWidthBytes; ++i) {
            bytes[i] = static_cast<std::byte>(value >> (8 * i));
        }
    }
    gather(field, std::span(bytes).first(count), message.position());
}

void TensorReader::gather(TypedField& field, std::span<const std::byte> bytes, uint64_t position)
{
    m_gatheredBytes += bytes.size();
    if (m_gatheredBytes > gatherLimitBytes) {
        field.isTooLarge = true;
        return;
    }
    m_reader.charge(bytes.size(), position);
    field.gathered.insert(field.gathered.end(), bytes.begin(), bytes.end());
}

void TensorReader::gather(TypedField& field, ByteRange range)
{
    std::array<std::byte, 4096> piece {};
    while (range.lengthBytes > 0 && !field.isTooLarge) {
        const auto bytes = std::span(piece).first(std::min<uint64_t>(piece.size(), range.lengthBytes));
        m_reader.copy(range.offsetBytes, bytes);
        gather(field, bytes, range.offsetBytes);
        range.offsetBytes += bytes.size();
        range.lengthBytes -= bytes.size();
    }
}

std::shared_ptr<ConstantInfo> TensorReader::makeConstant(TensorFields fields, const std::string& fallbackName)
{
    m_reader.charge(sizeof(ConstantInfo) + (fields.name.empty() ? fallbackName.size() : 0), 0);
    auto constant = std::make_shared<ConstantInfo>();
    constant->name = fields.name.empty() ? fallbackName : std::move(fields.name);
    constant->descriptor = {static_cast<DataType>(fields.type), std::move(fields.dims)};
    const auto problem = noteProblem(*constant, [&] { fillConstant(*constant, fields); });
    if (problem == ErrorKind::Io && fields.isExternal && !hasBytes(constant->source)) {
        constant->missingFile = locationOf(fields.external);
        m_reader.charge(constant->missingFile.size(), 0);
    }
    return constant;
}

std::optional<ErrorKind> TensorReader::noteProblem(ConstantInfo& constant, const std::function<void()>& work)
{
    try {
        work();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) {
            throw;
        }
        constant.problem = "Constant " + quotedName(constant.name) + " " + toString(constant.descriptor)
            + ": " + error.message();
        m_reader.charge(constant.problem.size(), 0);
        return error.kind();
    }
    return std::nullopt;
}

void TensorReader::fillConstant(ConstantInfo& constant, TensorFields& fields)
{
    const TensorDescriptor& descriptor = constant.descriptor;
    const auto elements = elementCount(descriptor.shape);
    if (!elements) {
        throw Error(ErrorKind::InvalidArgument,
            "the shape " + toString(descriptor.shape) + " is negative or too large");
    }
    const auto count = static_cast<uint64_t>(*elements);
    checkOneField(fields);
    if (descriptor.type == DataType::String) {
        if (fields.strings.size() != count) {
            throw Error(ErrorKind::InvalidArgument,
                "it has " + std::to_string(fields.strings.size()) + " strings, its shape needs "
                    + std::to_string(count));
        }
        constant.value = HostTensor {descriptor, {}, std::move(fields.strings)};
        return;
    }
    const auto expectedBytes = byteCount(descriptor);
    constant.sizeBytes = expectedBytes.value_or(0);
    ConstantSource source = sourceOf(fields, expectedBytes);
    if (!expectedBytes) {
        constant.source = std::move(source);
        throw Error(ErrorKind::Unsupported, "its element type is not known to this version");
    }
    if (!hasBytes(source)) {
        if (count != 0) {
            throw Error(ErrorKind::InvalidArgument,
                "it has no data, its type and shape need " + std::to_string(*expectedBytes) + " bytes");
        }
        source.range = MemoryRange {std::make_shared<const std::vector<std::byte>>(), 0, 0};
    }
    const bool sharesNumbers = bitWidth(descriptor.type) < 8 && bitWidth(descriptor.type) != 6;
    checkLength(source, constant, sharesNumbers ? *expectedBytes : count);
    if (bitWidth(descriptor.type) == 6 && source.encoding == SourceEncoding::Varint) {
        source = packed(source, descriptor.type, count);
    }
    constant.source = std::move(source);
    if (count <= m_thresholdElements) {
        readValue(constant);
    }
}

void TensorReader::complete(ConstantInfo& constant)
{
    if (!constant.value && constant.problem.empty() && hasBytes(constant.source)
        && constant.sizeBytes <= mostAttributeBytes) {
        noteProblem(constant, [&] { readValue(constant); });
    }
}

ConstantSource TensorReader::sourceOf(TensorFields& fields, std::optional<uint64_t> expectedBytes)
{
    if (fields.isExternal) {
        return {resolveExternalData(fields.external, expectedBytes, m_origin), SourceEncoding::Raw};
    }
    if (fields.raw && fields.raw->lengthBytes > 0) {
        return {partOf(m_modelFile, fields.raw->offsetBytes, fields.raw->lengthBytes), SourceEncoding::Raw};
    }
    switch (static_cast<DataType>(fields.type)) {
    case DataType::Float32:
    case DataType::Complex64:
        return sourceOf(fields.floats, false);
    case DataType::Float64:
    case DataType::Complex128:
        return sourceOf(fields.doubles, false);
    case DataType::Int64:
        return sourceOf(fields.int64s, true);
    case DataType::UInt32:
    case DataType::UInt64:
        return sourceOf(fields.uint64s, true);
    default:
        return sourceOf(fields.int32s, true);
    }
}

ConstantSource TensorReader::sourceOf(TypedField& field, bool isVarint)
{
    const auto encoding = isVarint ? SourceEncoding::Varint : SourceEncoding::Raw;
    if (field.isTooLarge) {
        throw Error(ErrorKind::Unsupported,
            "its data is stored one element at a time and exceeds " + formatBytes(gatherLimitBytes)
                + "; save the model again with raw_data");
    }
    if (field.packed) {
        return {partOf(m_modelFile, field.packed->offsetBytes, field.packed->lengthBytes), encoding};
    }
    if (field.gathered.empty()) {
        return {};
    }
    const uint64_t length = field.gathered.size();
    return {
        MemoryRange {std::make_shared<const std::vector<std::byte>>(std::move(field.gathered)), 0, length},
        encoding};
}

std::vector<std::byte> TensorReader::bytesOf(const ConstantSource& source)
{
    if (const auto* memory = std::get_if<MemoryRange>(&source.range)) {
        return *memory->bytes; // a gathered field, whole
    }
    const uint64_t offset = offsetBytes(source);
    m_reader.charge(lengthBytes(source), offset);
    std::vector<std::byte> bytes(static_cast<size_t>(lengthBytes(source)));
    if (isSameContainer(source.range, m_modelFile)) {
        m_reader.copy(offset, bytes);
    } else {
        m_origin.openExternal(source.range)->readAt(offset, bytes, m_stop);
    }
    return bytes;
}

// Elements of six bits are numbers of their own in int32_data, where those of four and two share them as they
// share bytes. They are put together here, so that nothing else has to know: who saves such weights at any
// size has them in raw_data.
ConstantSource TensorReader::packed(const ConstantSource& source, DataType type, uint64_t count)
{
    const std::vector<std::byte> numbers = bytesOf(source);
    VarintDecoder decoder(DataType::UInt8, count);
    std::vector<std::byte> codes(static_cast<size_t>(count));
    std::ignore = decoder.decode(numbers, codes);
    decoder.finish();
    std::vector<std::byte> bytes(static_cast<size_t>(byteCount(type, count).value_or(0)));
    for (size_t i = 0; i < codes.size(); ++i) {
        setNarrowCode(bytes, type, i, std::to_integer<uint8_t>(codes[i]));
    }
    const uint64_t length = bytes.size();
    return {MemoryRange {std::make_shared<const std::vector<std::byte>>(std::move(bytes)), 0, length},
        SourceEncoding::Raw};
}

void TensorReader::readValue(ConstantInfo& constant)
{
    std::vector<std::byte> bytes = bytesOf(constant.source);
    if (constant.source.encoding == SourceEncoding::Varint) {
        VarintDecoder decoder(constant.descriptor.type, constant.sizeBytes);
        std::vector<std::byte> elements(static_cast<size_t>(
            std::min<uint64_t>(constant.sizeBytes, bytes.size() * decoder.elementBytes())));
        std::ignore = decoder.decode(bytes, elements);
        decoder.finish();
        bytes = std::move(elements);
    }
    constant.value = HostTensor {constant.descriptor, std::move(bytes), {}};
    makeBoolsZeroOrOne(*constant.value);
}

} // namespace weightless::onnx_io
