// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/varintdecoder.h"

#include "engine/base/error.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace weightless {

VarintDecoder::VarintDecoder(DataType type, uint64_t sizeBytes)
    : m_elementBytes(std::max(8u, bitWidth(type)) / 8)
    , m_expectedElements(sizeBytes / m_elementBytes)
    , m_isBool(type == DataType::Bool)
{
}

VarintDecoder::Progress VarintDecoder::decode(std::span<const std::byte> input, std::span<std::byte> output)
{
    Progress progress;
    while (progress.consumedBytes < input.size()) {
        if (m_elements == m_expectedElements) {
            throw Error(ErrorKind::InvalidArgument,
                "its data has more than the " + std::to_string(m_expectedElements)
                    + " elements its shape needs");
        }
        if (output.size() - progress.producedBytes < m_elementBytes) {
            break;
        }
        if (m_shift >= 64) {
            throw Error(ErrorKind::InvalidArgument, "its data contains a number longer than 10 bytes");
        }
        const auto byte = std::to_integer<uint64_t>(input[progress.consumedBytes++]);
        m_value |= (byte & 0x7f) << m_shift;
        m_shift += 7;
        if ((byte & 0x80) == 0) {
            m_value = m_isBool && m_value != 0 ? 1 : m_value;
            std::memcpy(output.data() + progress.producedBytes, &m_value, m_elementBytes);
            progress.producedBytes += m_elementBytes;
            ++m_elements;
            m_value = 0;
            m_shift = 0;
        }
    }
    return progress;
}

void VarintDecoder::finish() const
{
    if (m_elements != m_expectedElements || m_shift != 0) {
        throw Error(ErrorKind::InvalidArgument,
            "its data has " + std::to_string(m_elements) + " elements, its shape needs "
                + std::to_string(m_expectedElements));
    }
}

} // namespace weightless
