// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/wirewriter.h"

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
    for (unsigned shift = 0; shift < 32; shift += 8) {
        m_bytes.push_back(static_cast<char>(bits >> shift));
    }
}

void WireWriter::text(int field, std::string_view value)
{
    header(field, value.size());
    m_bytes += value;
}

void WireWriter::header(int field, uint64_t lengthBytes, unsigned lengthWidthBytes)
{
    varint(tagOf(field, LengthDelimited));
    varint(lengthBytes, lengthWidthBytes);
}

unsigned WireWriter::widthOf(uint64_t value)
{
    return (static_cast<unsigned>(std::bit_width(value | 1u)) + 6) / 7;
}

void WireWriter::varint(uint64_t value, unsigned widthBytes)
{
    for (; value >= 0x80 || widthBytes > 1; value >>= 7) {
        m_bytes.push_back(static_cast<char>((value & 0x7fu) | 0x80u));
        widthBytes -= widthBytes > 0 ? 1 : 0;
    }
    m_bytes.push_back(static_cast<char>(value));
}

} // namespace weightless::onnx_io
