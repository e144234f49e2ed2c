// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/messagetree.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <utility>

namespace weightless::onnx_io {

namespace {

// Smaller data is not worth a padding field of its own.
constexpr uint64_t leastAlignedBytes = 512;

uint64_t headerBytes(int field, uint64_t lengthBytes, unsigned lengthWidth)
{
    return WireWriter::widthOf(static_cast<uint64_t>(field) << 3)
        + std::max(lengthWidth, WireWriter::widthOf(lengthBytes));
}

// Spaces in a field of exactly `fieldBytes`; nullopt where no such field exists (its length would need
// another width).
std::optional<uint64_t> spacesFor(int field, uint64_t fieldBytes)
{
    for (unsigned width = 1; width <= 4; ++width) {
        const uint64_t header = headerBytes(field, 0, width);
        if (fieldBytes >= header && WireWriter::widthOf(fieldBytes - header) == width) {
            return fieldBytes - header;
        }
    }
    return std::nullopt;
}

} // namespace

void MessageTree::flush()
{
    if (!m_literal.bytes().empty()) {
        m_parts.push_back({.kind = Kind::Text, .text = m_literal.take()});
    }
}

void MessageTree::integer(int field, int64_t value)
{
    m_literal.integer(field, value);
}

void MessageTree::real(int field, float value)
{
    m_literal.real(field, value);
}

void MessageTree::text(int field, std::string_view value)
{
    m_literal.text(field, value);
}

void MessageTree::wire(std::string_view fields)
{
    m_literal.append(fields);
}

void MessageTree::prepend(std::string fields)
{
    m_parts.insert(m_parts.begin(), Part {.kind = Kind::Text, .text = std::move(fields)});
}

void MessageTree::copy(ByteRange range)
{
    if (range.lengthBytes == 0) {
        return;
    }
    flush();
    if (!m_parts.empty() && m_parts.back().kind == Kind::Copy
        && m_parts.back().range.endBytes() == range.offsetBytes) {
        m_parts.back().range.lengthBytes += range.lengthBytes;
        return;
    }
    m_parts.push_back({.kind = Kind::Copy, .range = range});
}

void MessageTree::data(size_t index)
{
    flush();
    m_parts.push_back({.kind = Kind::Data, .index = index});
}

void MessageTree::message(int field, std::unique_ptr<MessageTree> tree)
{
    if (tree->m_parts.empty()) { // nothing but text
        m_literal.text(field, tree->m_literal.bytes());
        return;
    }
    flush();
    m_parts.push_back({.kind = Kind::Message, .field = field, .tree = std::move(tree)});
}

uint64_t MessageTree::sizeOf(const Part& part, const std::vector<DataFields>& data)
{
    switch (part.kind) {
    case Kind::Text:
        return part.text.size();
    case Kind::Copy:
        return part.range.lengthBytes;
    case Kind::Data:
        return data[part.index].wire.size() + data[part.index].streamedBytes;
    case Kind::Message:
        break;
    }
    return headerBytes(part.field, part.tree->m_sizeBytes, part.tree->m_lengthWidth) + part.tree->m_sizeBytes;
}

void MessageTree::addUp(const std::vector<DataFields>& data)
{
    flush();
    m_sizeBytes = 0;
    m_lengthWidth = 0;
    for (Part& part : m_parts) {
        part.padBytes = 0;
        if (part.kind == Kind::Message) {
            part.tree->addUp(data);
        }
        m_sizeBytes += sizeOf(part, data);
    }
}

// Where, counted from the part's beginning, the first data of some size begins.
std::optional<uint64_t> MessageTree::firstStreamed(
    const Part& part, const std::vector<DataFields>& data, uint64_t leastBytes)
{
    if (part.kind == Kind::Data) {
        const DataFields& fields = data[part.index];
        return fields.streamedBytes >= leastBytes ? std::optional<uint64_t>(fields.wire.size())
                                                  : std::nullopt;
    }
    if (part.kind != Kind::Message) {
        return std::nullopt;
    }
    uint64_t position = headerBytes(part.field, part.tree->m_sizeBytes, part.tree->m_lengthWidth);
    for (const Part& inner : part.tree->m_parts) {
        if (const auto found = firstStreamed(inner, data, leastBytes)) {
            return position + *found;
        }
        position += sizeOf(inner, data);
    }
    return std::nullopt;
}

// This message's first byte is at `begin` of the file.
void MessageTree::pad(const std::vector<DataFields>& data, uint64_t begin, uint64_t alignmentBytes)
{
    const uint64_t least = std::min(alignmentBytes, leastAlignedBytes);
    uint64_t position = begin;
    for (Part& part : m_parts) {
        part.padBytes = 0;
        if (const auto offset = firstStreamed(part, data, least)) {
            const uint64_t start = position + *offset;
            part.padBytes = alignUp(start, alignmentBytes) - start;
            while (part.padBytes > 0 && !spacesFor(m_padField, part.padBytes)) {
                part.padBytes += alignmentBytes;
            }
        }
        position += part.padBytes + sizeOf(part, data);
    }
    m_sizeBytes = position - begin;
}

void MessageTree::measure(const std::vector<DataFields>& data, uint64_t alignmentBytes)
{
    addUp(data);
    uint64_t position = 0;
    for (const Part& part : m_parts) {
        if (part.kind == Kind::Message && part.tree->m_padField != 0 && alignmentBytes > 1) {
            // How wide the length is moves what it is the length of: it takes the first width it fits in.
            MessageTree& tree = *part.tree;
            do {
                tree.m_lengthWidth = std::max(tree.m_lengthWidth, WireWriter::widthOf(tree.m_sizeBytes));
                const uint64_t header = headerBytes(part.field, 0, tree.m_lengthWidth);
                tree.pad(data, position + header, alignmentBytes);
            } while (WireWriter::widthOf(tree.m_sizeBytes) > tree.m_lengthWidth);
        }
        position += sizeOf(part, data);
    }
    m_sizeBytes = position;
}

void MessageTree::write(const Output& output) const
{
    for (const Part& part : m_parts) {
        if (part.padBytes > 0) {
            WireWriter field;
            field.text(m_padField, std::string(*spacesFor(m_padField, part.padBytes), ' '));
            output.file.write(field.bytes());
        }
        switch (part.kind) {
        case Kind::Text:
            output.file.write(part.text);
            break;
        case Kind::Copy:
            output.copy(part.range);
            break;
        case Kind::Data:
            output.file.write(output.data[part.index].wire);
            if (output.data[part.index].streamedBytes > 0) {
                output.stream(part.index);
            }
            break;
        case Kind::Message: {
            WireWriter header;
            header.header(part.field, part.tree->m_sizeBytes, part.tree->m_lengthWidth);
            output.file.write(header.bytes());
            part.tree->write(output);
            break;
        }
        }
    }
}

} // namespace weightless::onnx_io
