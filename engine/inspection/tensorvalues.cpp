// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorvalues.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/model/narrowtypes.h"
#include "engine/onnx/constantstream.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

bool isPacked(DataType type)
{
    return isNarrow(type) && bitWidth(type) < 8;
}

DataType unpackedType(DataType type)
{
    if (!isPacked(type)) {
        return type;
    }
    return isNarrowFloat(type)                               ? DataType::Float32
        : type == DataType::UInt4 || type == DataType::UInt2 ? DataType::UInt8
                                                             : DataType::Int8;
}

// `skipped` elements at the start are left out.
std::vector<std::byte> unpack(
    std::span<const std::byte> packed, DataType type, uint64_t skipped, const TensorDescriptor& descriptor)
{
    HostTensor unpacked = makeHostTensor(descriptor);
    const auto count = static_cast<size_t>(elementCount(descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const uint8_t code = narrowCode(packed, type, static_cast<size_t>(skipped) + i);
        setElement(unpacked, i, double {narrowToFloat(type, code)});
    }
    return std::move(unpacked.bytes);
}

} // namespace

TensorDescriptor TensorValues::descriptor() const
{
    if (values) {
        return values->descriptor;
    }
    if (!constant) {
        return {};
    }
    TensorDescriptor descriptor = constant->descriptor;
    descriptor.type = constant->source.storedType.value_or(descriptor.type);
    return descriptor;
}

uint64_t TensorValues::elementCount() const
{
    return isEmpty() ? 0 : static_cast<uint64_t>(weightless::elementCount(descriptor().shape).value_or(0));
}

uint64_t TensorValues::storedBytes() const
{
    if (values) {
        return values->bytes.size();
    }
    if (!constant) {
        return 0;
    }
    return constant->value ? constant->value->bytes.size() : lengthBytes(constant->source);
}

bool TensorValues::isRemote() const
{
    return constant && !constant->value && std::holds_alternative<ResourceRange>(constant->source.range);
}

std::string TensorValues::name() const
{
    return constant ? constant->name : std::string();
}

TensorReader::TensorReader(TensorValues tensor)
    : m_tensor(std::move(tensor))
{
    if (m_tensor.constant && m_tensor.constant->value) {
        m_tensor.values = {m_tensor.constant, &*m_tensor.constant->value};
    }
}

DataType TensorReader::valueType() const
{
    return unpackedType(m_tensor.descriptor().type);
}

bool TensorReader::isReadable() const
{
    if (m_tensor.isEmpty()) {
        return false;
    }
    const DataType type = m_tensor.descriptor().type;
    return bitWidth(type) > 0 || (type == DataType::String && m_tensor.values != nullptr);
}

HostTensor TensorReader::read(uint64_t first, uint64_t count, const std::stop_token& stop)
{
    const TensorDescriptor descriptor = m_tensor.descriptor();
    const uint64_t elements = m_tensor.elementCount();
    if (first > elements || count > elements - first) {
        throw Error(ErrorKind::InvalidArgument,
            "Elements " + std::to_string(first) + " to " + std::to_string(first + count) + " of "
                + toString(descriptor) + " were asked for, it has " + std::to_string(elements));
    }
    HostTensor part;
    part.descriptor = {valueType(), {static_cast<int64_t>(count)}};
    if (descriptor.type == DataType::String && m_tensor.values) {
        const auto begin = m_tensor.values->strings.begin() + static_cast<ptrdiff_t>(first);
        part.strings.assign(begin, begin + static_cast<ptrdiff_t>(count));
        return part;
    }
    const unsigned bits = bitWidth(descriptor.type);
    if (bits == 0 || !byteCount(descriptor)) {
        throw Error(ErrorKind::Unsupported,
            "The values of " + toString(descriptor) + " cannot be read: their size in bytes is not known");
    }
    // Elements of six bits start a byte every fourth time only.
    const uint64_t skipped = bits == 6 ? first % 4 : bits < 8 ? first % (8 / bits) : 0;
    const uint64_t begin = (first - skipped) * bits / 8;
    const uint64_t end = (first + count) * bits / 8 + ((first + count) * bits % 8 != 0 ? 1 : 0);
    std::vector<std::byte> bytes(static_cast<size_t>(end - begin));
    if (!bytes.empty()) {
        readBytes(begin, bytes, stop);
    }
    part.bytes = isPacked(descriptor.type) ? unpack(bytes, descriptor.type, skipped, part.descriptor)
                                           : std::move(bytes);
    return part;
}

void TensorReader::readBytes(uint64_t offset, std::span<std::byte> destination, const std::stop_token& stop)
{
    if (m_tensor.values) {
        std::ranges::copy(
            std::span(m_tensor.values->bytes).subspan(static_cast<size_t>(offset), destination.size()),
            destination.begin());
        return;
    }
    const ConstantInfo& constant = *m_tensor.constant;
    const auto* memory = std::get_if<MemoryRange>(&constant.source.range);
    if (!constant.problem.empty() || !hasBytes(constant.source)) {
        throw Error(ErrorKind::InvalidArgument,
            constant.problem.empty() ? "Constant '" + constant.name + "' has no source" : constant.problem);
    }
    if (constant.source.encoding == SourceEncoding::Varint) {
        readSequentially(offset, destination, stop);
    } else if (memory != nullptr) {
        std::ranges::copy(std::span(*memory->bytes)
                              .subspan(static_cast<size_t>(memory->offsetBytes + offset), destination.size()),
            destination.begin());
    } else {
        if (!m_source) {
            const auto* file = std::get_if<FileRange>(&constant.source.range);
            m_source = file != nullptr ? File::open(*file->file)
                                       : std::get<ResourceRange>(constant.source.range).resource;
        }
        m_source->readAt(offsetBytes(constant.source) + offset, destination, stop);
    }
}

void TensorReader::readSequentially(
    uint64_t offset, std::span<std::byte> destination, const std::stop_token& stop)
{
    if (!m_stream || offset < m_streamOffset) {
        m_stream = onnx_io::streamOf(*m_tensor.constant);
        m_streamOffset = 0;
    }
    std::vector<std::byte> skipped;
    while (m_streamOffset < offset) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Reading the values was cancelled");
        }
        skipped.resize(static_cast<size_t>(std::min<uint64_t>(offset - m_streamOffset, 64 * KiB)));
        m_stream(skipped);
        m_streamOffset += skipped.size();
    }
    m_stream(destination);
    m_streamOffset += destination.size();
}

void TensorReader::checkUnchanged() const
{
    if (m_source) {
        m_source->checkUnchanged();
    }
}

} // namespace weightless
