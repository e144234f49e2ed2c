// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace weightless {

// Decodes protobuf varints arriving in pieces into packed little-endian elements (SourceEncoding::Varint).
class VarintDecoder {
public:
    // elementBytes is 1, 2, 4 or 8; a varint's low bits are the element.
    explicit VarintDecoder(unsigned elementBytes);

    struct Progress {
        size_t consumedBytes = 0;
        size_t producedBytes = 0;
    };
    // Decodes until the input or the room for output ends. A varint that the input cuts in two is kept for
    // the next call. InvalidArgument for a varint of more than ten bytes.
    Progress decode(std::span<const std::byte> input, std::span<std::byte> output);

    [[nodiscard]] bool isInsideVarint() const { return m_shift != 0; }

private:
    unsigned m_elementBytes;
    uint64_t m_value = 0;
    unsigned m_shift = 0;
};

} // namespace weightless
