// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/varintdecoder.h"

#include "engine/base/error.h"

#include <algorithm>
#include <string>

namespace weightless::onnx_io {

VarintDecoder::VarintDecoder(DataType type, uint64_t sizeBytes)
    : m_widthBytes(std::max(8u, bitWidth(type)) / 8)
    , m_expectedElements(sizeBytes / m_widthBytes)
{
}

void VarintDecoder::decode(std::span<const std::byte> encoded, std::vector<std::byte>& elements)
{
    for (const std::byte byte : encoded) {
        const auto bits = std::to_integer<uint8_t>(byte);
        if (m_shift >= 64) {
            throw Error(ErrorKind::InvalidArgument, "its data contains a number longer than 10 bytes");
        }
        m_value |= static_cast<uint64_t>(bits & 0x7fu) << m_shift;
        m_shift += 7;
        if ((bits & 0x80u) != 0) {
            continue;
        }
        if (m_elements == m_expectedElements) {
            throw Error(ErrorKind::InvalidArgument,
                "its data has more than the " + std::to_string(m_expectedElements)
                    + " elements its shape needs");
        }
        for (unsigned i = 0; i < m_widthBytes; ++i) {
            elements.push_back(static_cast<std::byte>(m_value >> (8 * i)));
        }
        ++m_elements;
        m_value = 0;
        m_shift = 0;
    }
}

void VarintDecoder::finish() const
{
    if (m_elements != m_expectedElements || m_shift != 0) {
        throw Error(ErrorKind::InvalidArgument,
            "its data has " + std::to_string(m_elements) + " elements, its shape needs "
                + std::to_string(m_expectedElements));
    }
}

} // namespace weightless::onnx_io
