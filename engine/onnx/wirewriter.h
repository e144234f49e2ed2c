// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace weightless::onnx_io {

// Fields in protobuf's wire format, appended to text. For structure, not for weights: what is long is written
// behind header() by who has it.
class WireWriter {
public:
    void integer(int field, int64_t value);
    void real(int field, float value);
    void text(int field, std::string_view value);

    // The beginning of a length-delimited field: `lengthBytes` bytes must follow. A length may be written
    // wider than it needs to be, which every reader of the format accepts.
    void header(int field, uint64_t lengthBytes, unsigned lengthWidthBytes = 0);

    // Fields that are in wire format already.
    void append(std::string_view fields) { m_bytes += fields; }

    [[nodiscard]] const std::string& bytes() const { return m_bytes; }
    [[nodiscard]] std::string take() { return std::exchange(m_bytes, {}); }

    // Bytes that a number takes as a varint.
    [[nodiscard]] static unsigned widthOf(uint64_t value);

private:
    void varint(uint64_t value, unsigned widthBytes = 0);

    std::string m_bytes;
};

} // namespace weightless::onnx_io
