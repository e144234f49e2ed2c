// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/varint.h"

#include "engine/base/error.h"

#include <cstring>

namespace weightless {

VarintDecoder::VarintDecoder(unsigned elementBytes)
    : m_elementBytes(elementBytes)
{
}

VarintDecoder::Progress VarintDecoder::decode(std::span<const std::byte> input, std::span<std::byte> output)
{
    Progress progress;
    while (
        progress.consumedBytes < input.size() && output.size() - progress.producedBytes >= m_elementBytes) {
        const auto byte = static_cast<uint64_t>(input[progress.consumedBytes++]);
        if (m_shift > 63) {
            throw Error(ErrorKind::InvalidArgument, "a varint is longer than ten bytes");
        }
        m_value |= (byte & 0x7f) << m_shift;
        m_shift += 7;
        if ((byte & 0x80) == 0) {
            std::memcpy(output.data() + progress.producedBytes, &m_value, m_elementBytes);
            progress.producedBytes += m_elementBytes;
            m_value = 0;
            m_shift = 0;
        }
    }
    return progress;
}

} // namespace weightless
