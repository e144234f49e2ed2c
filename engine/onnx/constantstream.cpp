// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/constantstream.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/formats/varintdecoder.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace weightless::onnx_io {

namespace {

// Reads a range front to back.
ByteFiller streamOf(std::shared_ptr<const ByteSource> source, uint64_t offset, const std::stop_token& stop)
{
    return [source = std::move(source), offset, stop](std::span<std::byte> next) mutable {
        source->readAt(offset, next, stop);
        offset += next.size();
    };
}

ByteFiller streamOf(const ConstantSource& source, const std::stop_token& stop)
{
    if (const auto* memory = std::get_if<MemoryRange>(&source.range)) {
        return onnx_io::streamOf(
            std::span<const std::byte>(*memory->bytes)
                .subspan(static_cast<size_t>(memory->offsetBytes), static_cast<size_t>(memory->lengthBytes)));
    }
    if (const auto* resource = std::get_if<ResourceRange>(&source.range)) {
        return streamOf(resource->resource, resource->offsetBytes, stop);
    }
    const auto& range = std::get<FileRange>(source.range);
    return streamOf(File::open(*range.file), range.offsetBytes, stop);
}

// Decodes while it reads. Decoded elements that do not fit a span wait for the next one.
class VarintStream {
public:
    VarintStream(const ConstantInfo& constant, const std::stop_token& stop)
        : m_encoded(streamOf(constant.source, stop))
        , m_encodedBytesLeft(lengthBytes(constant.source))
        , m_elementBytesLeft(constant.sizeBytes)
        , m_decoder(constant.descriptor.type, constant.sizeBytes)
    {
    }

    void operator()(std::span<std::byte> next)
    {
        size_t filled = 0;
        while (filled < next.size()) {
            if (m_taken == m_elements.size()) {
                decodeMore();
            }
            const size_t count = std::min(next.size() - filled, m_elements.size() - m_taken);
            std::copy_n(m_elements.begin() + static_cast<ptrdiff_t>(m_taken), count,
                next.begin() + static_cast<ptrdiff_t>(filled));
            m_taken += count;
            filled += count;
        }
        m_elementBytesLeft -= next.size();
        if (m_elementBytesLeft == 0) {
            while (m_encodedBytesLeft > 0) {
                decodeMore(); // throws for elements in excess
            }
            m_decoder.finish();
        }
    }

private:
    void decodeMore()
    {
        if (m_encodedBytesLeft == 0) {
            m_decoder.finish(); // throws: fewer elements than the shape needs
        }
        m_buffer.resize(static_cast<size_t>(std::min<uint64_t>(m_encodedBytesLeft, 64 * KiB)));
        m_encoded(m_buffer);
        m_encodedBytesLeft -= m_buffer.size();
        m_taken = 0;
        m_elements.resize(m_buffer.size() * m_decoder.elementBytes()); // a byte is one element at most
        m_elements.resize(m_decoder.decode(m_buffer, m_elements).producedBytes);
    }

    ByteFiller m_encoded;
    uint64_t m_encodedBytesLeft;
    uint64_t m_elementBytesLeft;
    VarintDecoder m_decoder;
    std::vector<std::byte> m_buffer;
    std::vector<std::byte> m_elements;
    size_t m_taken = 0;
};

} // namespace

ByteFiller streamOf(std::span<const std::byte> bytes)
{
    return [bytes](std::span<std::byte> next) mutable {
        std::ranges::copy(bytes.first(next.size()), next.begin());
        bytes = bytes.subspan(next.size());
    };
}

ByteFiller streamOf(const ConstantInfo& constant, const std::stop_token& stop)
{
    if (constant.value) {
        return streamOf(std::span<const std::byte>(constant.value->bytes));
    }
    if (!constant.problem.empty()) {
        throw Error(ErrorKind::InvalidArgument, constant.problem);
    }
    if (!hasBytes(constant.source)) {
        throw Error(ErrorKind::InvalidArgument,
            "Constant '" + constant.name + "' has no source, and none was given to write it from");
    }
    if (constant.source.encoding == SourceEncoding::Varint) {
        return VarintStream(constant, stop);
    }
    return streamOf(constant.source, stop);
}

} // namespace weightless::onnx_io
