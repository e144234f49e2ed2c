// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/wirereader.h"

#include "engine/base/error.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace weightless::onnx_io {

namespace {

// Small, because after every skipped weight one buffer is read anew.
constexpr uint64_t bufferBytes = 16 * KiB;

// Room for 64 nested graphs (graph → node → attribute → graph).
constexpr unsigned maxDepth = 200;

} // namespace

WireReader::WireReader(std::shared_ptr<const ByteSource> source, std::string formatName, uint64_t budgetBytes,
    std::stop_token stop)
    : m_source(std::move(source))
    , m_formatName(std::move(formatName))
    , m_budgetBytes(budgetBytes)
    , m_stop(std::move(stop))
    , m_buffer(static_cast<size_t>(std::min(bufferBytes, m_source->sizeBytes())))
{
}

uint8_t WireReader::byteAt(uint64_t position)
{
    if (position < m_bufferOffset || position - m_bufferOffset >= m_bufferLength) {
        m_bufferLength = 0;
        const uint64_t length = std::min<uint64_t>(m_buffer.size(), sizeBytes() - position);
        m_source->readAt(position, std::span(m_buffer).first(static_cast<size_t>(length)), m_stop);
        m_bufferOffset = position;
        m_bufferLength = length;
    }
    return std::to_integer<uint8_t>(m_buffer[static_cast<size_t>(position - m_bufferOffset)]);
}

uint64_t WireReader::varint(uint64_t& position, uint64_t end)
{
    const uint64_t begin = position;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (position >= end) {
            fail("a number is cut off", begin);
        }
        const uint8_t byte = byteAt(position++);
        value |= static_cast<uint64_t>(byte & 0x7fu) << shift;
        if ((byte & 0x80u) == 0) {
            return value;
        }
    }
    fail("a number is longer than 10 bytes", begin);
}

uint32_t WireReader::fixed32(uint64_t& position, uint64_t end)
{
    uint32_t value = 0;
    if (end < position || end - position < sizeof value) {
        fail("a number is cut off", position);
    }
    for (unsigned shift = 0; shift < 32; shift += 8) {
        value |= static_cast<uint32_t>(byteAt(position++)) << shift;
    }
    return value;
}

uint64_t WireReader::fixed64(uint64_t& position, uint64_t end)
{
    if (end < position || end - position < sizeof(uint64_t)) {
        fail("a number is cut off", position);
    }
    const uint64_t low = fixed32(position, end);
    return low | static_cast<uint64_t>(fixed32(position, end)) << 32;
}

void WireReader::copy(uint64_t offsetBytes, std::span<std::byte> destination)
{
    const bool isBuffered =
        offsetBytes >= m_bufferOffset && offsetBytes - m_bufferOffset + destination.size() <= m_bufferLength;
    if (!isBuffered && destination.size() < m_buffer.size() && !destination.empty()) {
        m_bufferLength = 0;
        static_cast<void>(byteAt(offsetBytes));
        if (destination.size() <= m_bufferLength) {
            copy(offsetBytes, destination);
            return;
        }
    }
    if (isBuffered) {
        std::ranges::copy_n(m_buffer.begin() + static_cast<ptrdiff_t>(offsetBytes - m_bufferOffset),
            static_cast<ptrdiff_t>(destination.size()), destination.begin());
    } else {
        m_source->readAt(offsetBytes, destination, m_stop);
    }
}

std::string WireReader::text(ByteRange range)
{
    charge(range.lengthBytes, range.offsetBytes);
    std::string value(static_cast<size_t>(range.lengthBytes), '\0');
    copy(range.offsetBytes, std::as_writable_bytes(std::span(value)));
    return value;
}

void WireReader::charge(uint64_t bytes, uint64_t position)
{
    m_chargedBytes += std::min(bytes, m_budgetBytes + 1);
    if (m_chargedBytes > m_budgetBytes) {
        fail("the structure without its weights needs more than " + formatBytes(m_budgetBytes) + " of memory",
            position);
    }
}

void WireReader::fail(const std::string& problem, uint64_t position) const
{
    throw Error(ErrorKind::InvalidArgument,
        "'" + name() + "' is no valid " + m_formatName + ": " + problem + " at byte "
            + std::to_string(position) + " of " + std::to_string(sizeBytes()));
}

WireMessage::WireMessage(WireReader& reader)
    : WireMessage(reader, {0, reader.sizeBytes()}, 0)
{
}

WireMessage::WireMessage(WireReader& reader, ByteRange range, unsigned depth)
    : m_reader(&reader)
    , m_position(range.offsetBytes)
    , m_end(range.endBytes())
    , m_depth(depth)
{
    if (depth > maxDepth) {
        reader.fail("messages are nested deeper than " + std::to_string(maxDepth) + " levels", m_position);
    }
}

bool WireMessage::next()
{
    if (m_position >= m_end) {
        return false;
    }
    m_fieldPosition = m_position;
    const uint64_t tag = m_reader->varint(m_position, m_end);
    if ((tag >> 3) == 0 || tag > std::numeric_limits<uint32_t>::max()) {
        m_reader->fail("a field has the invalid number " + std::to_string(tag >> 3), m_fieldPosition);
    }
    m_field = static_cast<int>(tag >> 3);
    m_type = static_cast<Type>(tag & 7u);
    switch (m_type) {
    case Type::Varint:
        m_value = m_reader->varint(m_position, m_end);
        return true;
    case Type::Fixed64:
        m_value = m_reader->fixed64(m_position, m_end);
        return true;
    case Type::Fixed32:
        m_value = m_reader->fixed32(m_position, m_end);
        return true;
    case Type::LengthDelimited: {
        const uint64_t length = m_reader->varint(m_position, m_end);
        if (length > m_end - m_position) {
            m_reader->fail("field " + std::to_string(m_field) + " claims " + std::to_string(length)
                    + " bytes where " + std::to_string(m_end - m_position) + " are left",
                m_fieldPosition);
        }
        m_range = {m_position, length};
        m_position += length;
        return true;
    }
    }
    m_reader->fail("field " + std::to_string(m_field) + " has the unknown wire type "
            + std::to_string(static_cast<unsigned>(m_type)),
        m_fieldPosition);
}

void WireMessage::expect(Type type, const char* name) const
{
    if (m_type != type) {
        m_reader->fail("field " + std::to_string(m_field) + " is not " + name, m_fieldPosition);
    }
}

uint64_t WireMessage::varint() const
{
    expect(Type::Varint, "an integer");
    return m_value;
}

uint32_t WireMessage::fixed32() const
{
    expect(Type::Fixed32, "a 32-bit number");
    return static_cast<uint32_t>(m_value);
}

uint64_t WireMessage::fixed64() const
{
    expect(Type::Fixed64, "a 64-bit number");
    return m_value;
}

float WireMessage::float32() const
{
    return std::bit_cast<float>(fixed32());
}

ByteRange WireMessage::range() const
{
    expect(Type::LengthDelimited, "a text, list or message");
    return m_range;
}

std::string WireMessage::string() const
{
    return m_reader->text(range());
}

WireMessage WireMessage::message() const
{
    return {*m_reader, range(), m_depth + 1};
}

void WireMessage::appendTo(std::vector<int64_t>& values) const
{
    if (!isLengthDelimited()) {
        m_reader->charge(sizeof(int64_t), m_fieldPosition);
        values.push_back(int64());
        return;
    }
    m_reader->charge(m_range.lengthBytes * sizeof(int64_t), m_fieldPosition);
    for (uint64_t position = m_range.offsetBytes; position < m_range.endBytes();) {
        values.push_back(static_cast<int64_t>(m_reader->varint(position, m_range.endBytes())));
    }
}

void WireMessage::appendTo(std::vector<float>& values) const
{
    if (!isLengthDelimited()) {
        m_reader->charge(sizeof(float), m_fieldPosition);
        values.push_back(float32());
        return;
    }
    m_reader->charge(m_range.lengthBytes, m_fieldPosition);
    for (uint64_t position = m_range.offsetBytes; position < m_range.endBytes();) {
        values.push_back(std::bit_cast<float>(m_reader->fixed32(position, m_range.endBytes())));
    }
}

} // namespace weightless::onnx_io
