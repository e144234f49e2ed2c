// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weightless::onnx_io {

// Turns protobuf varints, one per element (per byte for types below 8 bits), into packed little-endian
// elements, piece by piece. Throws InvalidArgument when they are not exactly as many as `sizeBytes` of
// elements.
class VarintDecoder {
public:
    // The type's width is known.
    VarintDecoder(DataType type, uint64_t sizeBytes);

    // Appends to `elements`; a number may continue in the next piece.
    void decode(std::span<const std::byte> encoded, std::vector<std::byte>& elements);

    // After the last piece.
    void finish() const;

private:
    unsigned m_widthBytes;
    uint64_t m_expectedElements;
    uint64_t m_elements = 0;
    uint64_t m_value = 0;
    unsigned m_shift = 0;
};

} // namespace weightless::onnx_io
