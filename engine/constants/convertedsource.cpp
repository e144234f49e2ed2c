// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/convertedsource.h"

#include "engine/base/error.h"
#include "engine/constants/floatconversion.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace weightless {

namespace {

// Bytes that somebody holds, as a source like any other.
class HeldBytes final : public ByteSource {
public:
    explicit HeldBytes(std::shared_ptr<const std::vector<std::byte>> bytes)
        : m_bytes(std::move(bytes))
    {
    }
    [[nodiscard]] std::string name() const override { return "memory"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_bytes->size(); }
    void readAt(uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token&) const override
    {
        if (offsetBytes > m_bytes->size() || destination.size() > m_bytes->size() - offsetBytes) {
            throw Error(ErrorKind::InvalidArgument, "its memory range leaves the block it is in");
        }
        std::memcpy(destination.data(), m_bytes->data() + offsetBytes, destination.size());
    }
    void checkUnchanged() const override { }

private:
    std::shared_ptr<const std::vector<std::byte>> m_bytes;
};

} // namespace

ConvertedSource::ConvertedSource(
    ConstantSource source, DataType from, DataType to, std::shared_ptr<MemoryMeter> meter)
    : m_source(std::move(source))
    , m_from(from)
    , m_to(to)
    , m_meter(std::move(meter))
{
}

std::string ConvertedSource::name() const
{
    return containerName(m_source);
}

uint64_t ConvertedSource::sizeBytes() const
{
    return lengthBytes(m_source) / (bitWidth(m_from) / 8) * (bitWidth(m_to) / 8);
}

void ConvertedSource::readAt(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    const uint64_t toBytes = bitWidth(m_to) / 8;
    const uint64_t fromBytes = bitWidth(m_from) / 8;
    if (offsetBytes % toBytes != 0 || destination.size() % toBytes != 0
        || offsetBytes + destination.size() > sizeBytes()) {
        throw Error(ErrorKind::InvalidArgument, "Elements are converted whole, within their constant");
    }
    const auto source = open();
    std::vector<std::byte> scratch(scratchFor(destination.size()));
    const MeteredBytes metered(m_meter, MemoryPurpose::Host, scratch.size());
    uint64_t offset = weightless::offsetBytes(m_source) + offsetBytes / toBytes * fromBytes;
    while (!destination.empty()) {
        const auto part = std::span(scratch).first(
            std::min<uint64_t>(scratch.size(), destination.size() / toBytes * fromBytes));
        source->readAt(offset, part, stop);
        const uint64_t written = part.size() / fromBytes * toBytes;
        convertFloats(part, m_from, destination.first(written), m_to);
        destination = destination.subspan(written);
        offset += part.size();
        if (stop.stop_requested() && !destination.empty()) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
    }
}

uint64_t ConvertedSource::scratchFor(uint64_t destinationBytes) const
{
    return std::min<uint64_t>(scratchBytes, destinationBytes / (bitWidth(m_to) / 8) * (bitWidth(m_from) / 8));
}

void ConvertedSource::checkUnchanged() const
{
    open()->checkUnchanged();
}

void ConvertedSource::dropCachedPages(uint64_t offsetBytes, uint64_t lengthBytes) const
{
    if (const auto* range = std::get_if<FileRange>(&m_source.range)) {
        const uint64_t toBytes = bitWidth(m_to) / 8;
        const uint64_t fromBytes = bitWidth(m_from) / 8;
        File::open(*range->file)
            ->dropCachedPages(
                range->offsetBytes + offsetBytes / toBytes * fromBytes, lengthBytes / toBytes * fromBytes);
    }
}

// A file is opened for each slice, which costs microseconds: no handles are held, and a file that is no
// longer the one the model was read from is refused each time.
std::shared_ptr<const ByteSource> ConvertedSource::open() const
{
    if (const auto* range = std::get_if<FileRange>(&m_source.range)) {
        return File::open(*range->file);
    }
    if (const auto* memory = std::get_if<MemoryRange>(&m_source.range)) {
        return std::make_shared<const HeldBytes>(memory->bytes);
    }
    return std::get<ResourceRange>(m_source.range).resource;
}

const ConvertedSource* convertedSource(const ConstantSource& source)
{
    const auto* resource = std::get_if<ResourceRange>(&source.range);
    return resource != nullptr ? dynamic_cast<const ConvertedSource*>(resource->resource.get()) : nullptr;
}

std::optional<ConstantInfo> convertedConstant(
    const ConstantInfo& constant, DataType to, const std::shared_ptr<MemoryMeter>& meter)
{
    const DataType from = constant.descriptor.type;
    if (from == to || !canConvertFloats(from, to) || constant.source.encoding != SourceEncoding::Raw
        || !hasBytes(constant.source) || lengthBytes(constant.source) != constant.sizeBytes) {
        return std::nullopt;
    }
    ConstantInfo converted = constant;
    converted.descriptor.type = to;
    converted.sizeBytes = constant.sizeBytes / (bitWidth(from) / 8) * (bitWidth(to) / 8);
    converted.source.range = ResourceRange {
        std::make_shared<const ConvertedSource>(constant.source, from, to, meter), 0, converted.sizeBytes};
    return converted;
}

} // namespace weightless
