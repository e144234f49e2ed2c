// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputfile.h"
#include "engine/onnx/wirereader.h"
#include "engine/onnx/wirewriter.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::onnx_io {

// How the data of one tensor stands in its message: fields, and behind them bytes that belong to the last
// one.
struct DataFields {
    std::string wire;
    uint64_t streamedBytes = 0;
};

// A protobuf message to be written: fields as text, ranges of another file that are copied as they stand,
// messages, and places for tensors' data. Lengths stand before messages, so all of it is measured before the
// first byte is written. Memory grows with what is new, not with what is copied or streamed.
class MessageTree {
public:
    void integer(int field, int64_t value);
    void real(int field, float value);
    void text(int field, std::string_view value);
    void wire(std::string_view fields); // in wire format
    void prepend(std::string fields);

    // Fields of the source as they stand there.
    void copy(ByteRange range);
    // The data of tensor `index`, a number of the builder's own.
    void data(size_t index);

    // A message in a field.
    void message(int field, std::unique_ptr<MessageTree> tree);
    template <typename Fill>
    void message(int field, Fill&& fill)
    {
        auto tree = std::make_unique<MessageTree>();
        fill(*tree);
        message(field, std::move(tree));
    }

    // Before a part with a tensor's data, `field` may be written with spaces, so that the data begins
    // aligned. It is a text of which a message has one: readers take the last, which the tree must end with.
    void padWith(int field) { m_padField = field; }

    // Settles lengths and padding, for a message that is a file. `data` is indexed as data() was called with.
    void measure(const std::vector<DataFields>& data, uint64_t alignmentBytes);
    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; }

    struct Output {
        OutputFile& file;
        const std::vector<DataFields>& data; // as measured
        std::function<void(ByteRange)> copy;
        std::function<void(size_t index)> stream; // writes DataFields::streamedBytes
    };
    void write(const Output& output) const;

private:
    enum class Kind { Text, Copy, Message, Data };
    struct Part {
        Kind kind = Kind::Text;
        std::string text = {};
        ByteRange range = {}; // Copy
        int field = 0; // Message
        std::unique_ptr<MessageTree> tree = {}; // Message
        size_t index = 0; // Data
        uint64_t padBytes = 0; // before it
    };

    void flush();
    void addUp(const std::vector<DataFields>& data);
    void pad(const std::vector<DataFields>& data, uint64_t begin, uint64_t alignmentBytes);
    [[nodiscard]] static uint64_t sizeOf(const Part& part, const std::vector<DataFields>& data);
    [[nodiscard]] static std::optional<uint64_t> firstStreamed(
        const Part& part, const std::vector<DataFields>& data, uint64_t leastBytes);

    std::vector<Part> m_parts;
    WireWriter m_literal; // not yet a part
    int m_padField = 0;
    uint64_t m_sizeBytes = 0;
    unsigned m_lengthWidth = 0; // of the length before this message; 0 is what it needs
};

} // namespace weightless::onnx_io
