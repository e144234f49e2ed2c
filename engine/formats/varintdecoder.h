// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace weightless {

// Turns protobuf varints (SourceEncoding::Varint), one per element (per byte for types below 8 bits), into
// packed little-endian elements, piece by piece. A varint's low bits are the element. Throws InvalidArgument
// when they are not exactly as many as `sizeBytes` of elements.
class VarintDecoder {
public:
    // The type's width is known.
    VarintDecoder(DataType type, uint64_t sizeBytes);

    struct Progress {
        size_t consumedBytes = 0;
        size_t producedBytes = 0;
    };
    // Decodes until the input or the room for output ends. A varint that the input cuts in two is kept for
    // the next call. InvalidArgument for a varint of more than ten bytes and for an element too many.
    Progress decode(std::span<const std::byte> input, std::span<std::byte> output);

    // After the last piece: InvalidArgument when elements are missing or the last one is cut short.
    void finish() const;

    // 1, 2, 4 or 8.
    [[nodiscard]] unsigned elementBytes() const { return m_elementBytes; }

private:
    unsigned m_elementBytes;
    uint64_t m_expectedElements;
    bool m_isBool; // of which every number but 0 is true
    uint64_t m_elements = 0;
    uint64_t m_value = 0;
    unsigned m_shift = 0;
};

} // namespace weightless
