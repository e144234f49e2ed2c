// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/base/bytesource.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// Bytes of the file that is read.
struct ByteRange {
    uint64_t offsetBytes = 0;
    uint64_t lengthBytes = 0;

    [[nodiscard]] uint64_t endBytes() const { return offsetBytes + lengthBytes; }
};

// Bytes of a file in protobuf's wire format, at 64-bit positions (protobuf's own CodedInputStream counts in
// int). Reads through a small buffer; skipping costs nothing. Everything the file can make us allocate is
// charged to a budget first, so a hostile file fails with a message and not with the machine's memory.
class WireReader {
public:
    // Real models' structures take a few MiB.
    static constexpr uint64_t defaultBudgetBytes = 2 * GiB;

    // Reading is Cancelled by `stop` where it may take long.
    WireReader(std::shared_ptr<const ByteSource> source, std::string formatName,
        uint64_t budgetBytes = defaultBudgetBytes, std::stop_token stop = {});

    [[nodiscard]] std::string name() const { return m_source->name(); }
    [[nodiscard]] uint64_t sizeBytes() const { return m_source->sizeBytes(); }

    // Decoding at a position that moves past what was read. Nothing is read at or beyond `end`.
    [[nodiscard]] uint64_t varint(uint64_t& position, uint64_t end);
    [[nodiscard]] uint32_t fixed32(uint64_t& position, uint64_t end);
    [[nodiscard]] uint64_t fixed64(uint64_t& position, uint64_t end);

    // The range lies inside the file.
    void copy(uint64_t offsetBytes, std::span<std::byte> destination);
    [[nodiscard]] std::string text(ByteRange range);

    // InvalidArgument when all that was charged exceeds the budget.
    void charge(uint64_t bytes, uint64_t position);

    // InvalidArgument: "'m.onnx' is no valid ONNX model: <problem> at byte 17".
    [[noreturn]] void fail(const std::string& problem, uint64_t position) const;

private:
    [[nodiscard]] uint8_t byteAt(uint64_t position);

    std::shared_ptr<const ByteSource> m_source;
    std::string m_formatName;
    uint64_t m_budgetBytes;
    std::stop_token m_stop;
    std::vector<std::byte> m_buffer;
    uint64_t m_bufferOffset = 0;
    uint64_t m_bufferLength = 0;
    uint64_t m_chargedBytes = 0;
};

// One message, field by field. A field that is not looked at is skipped, whatever its number: files of newer
// ONNX versions stay readable. Accessors fail when the field's wire type is not the one they decode.
class WireMessage {
public:
    explicit WireMessage(WireReader& reader); // the whole file
    WireMessage(WireReader& reader, ByteRange range, unsigned depth);

    // Moves to the next field; false at the end of the message.
    bool next();

    [[nodiscard]] int field() const { return m_field; }
    [[nodiscard]] uint64_t position() const { return m_fieldPosition; }
    [[nodiscard]] uint64_t endPosition() const { return m_position; } // of the field
    [[nodiscard]] bool isLengthDelimited() const { return m_type == Type::LengthDelimited; }

    [[nodiscard]] int64_t int64() const { return static_cast<int64_t>(varint()); }
    [[nodiscard]] uint64_t varint() const;
    [[nodiscard]] uint32_t fixed32() const;
    [[nodiscard]] uint64_t fixed64() const;
    [[nodiscard]] float float32() const;
    [[nodiscard]] ByteRange range() const;
    [[nodiscard]] std::string string() const;
    [[nodiscard]] WireMessage message() const;

    // Repeated numbers, packed or not.
    void appendTo(std::vector<int64_t>& values) const;
    void appendTo(std::vector<float>& values) const;

    [[nodiscard]] WireReader& reader() const { return *m_reader; }

private:
    enum class Type : uint8_t {
        Varint = 0,
        Fixed64 = 1,
        LengthDelimited = 2,
        Fixed32 = 5,
    };
    void expect(Type type, const char* name) const;

    WireReader* m_reader;
    uint64_t m_position;
    uint64_t m_end;
    unsigned m_depth;
    int m_field = 0;
    Type m_type = Type::Varint;
    uint64_t m_fieldPosition = 0;
    uint64_t m_value = 0; // numbers
    ByteRange m_range; // length-delimited
};

} // namespace weightless::onnx_io
