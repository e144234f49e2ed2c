// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/wirewriter.h"

#include <array>
#include <bit>

namespace weightless::onnx_io {

namespace {

enum WireType : uint64_t {
    Varint = 0,
    LengthDelimited = 2,
    Fixed32 = 5,
};

uint64_t tagOf(int field, WireType type)
{
    return static_cast<uint64_t>(field) << 3 | type;
}

} // namespace

void WireWriter::integer(int field, int64_t value)
{
    varint(tagOf(field, Varint));
    varint(static_cast<uint64_t>(value));
}

void WireWriter::real(int field, float value)
{
    varint(tagOf(field, Fixed32));
    const auto bits = std::bit_cast<uint32_t>(value);
    std::array<std::byte, 4> bytes {};
    for (unsigned i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(bits >> (8 * i));
    }
    put(bytes);
}

void WireWriter::text(int field, std::string_view value)
{
    bytes(field, std::as_bytes(std::span(value)));
}

void WireWriter::bytes(int field, std::span<const std::byte> value)
{
    lengthDelimited(field, value.size());
    put(value);
}

void WireWriter::lengthDelimited(int field, uint64_t lengthBytes)
{
    varint(tagOf(field, LengthDelimited));
    varint(lengthBytes);
}

void WireWriter::varint(uint64_t value)
{
    std::array<std::byte, 10> bytes {};
    size_t count = 0;
    for (; value >= 0x80; value >>= 7) {
        bytes[count++] = static_cast<std::byte>(value | 0x80u);
    }
    bytes[count++] = static_cast<std::byte>(value);
    put(std::span(bytes).first(count));
}

void WireWriter::put(std::span<const std::byte> value)
{
    m_sizeBytes += value.size();
    if (m_file != nullptr) {
        m_file->write(value);
    }
}

} // namespace weightless::onnx_io
