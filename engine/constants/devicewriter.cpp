// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/devicewriter.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/convertedsource.h"
#include "engine/model/varintdecoder.h"

#include <algorithm>
#include <cstring>

namespace weightless {

DeviceWriter::DeviceWriter(
    std::shared_ptr<const vulkan::Device> device, const LoadOptions& options, uint64_t expectedBytes)
    : m_device(std::move(device))
    , m_options(options)
    , m_arena(m_device, expectedBytes)
    , m_ring(m_device, options.sliceBytes, options.sliceCount)
    , m_readers(options.readerCount)
{
}

DeviceWriter::~DeviceWriter()
{
    leaveFile();
}

void DeviceWriter::finish()
{
    m_ring.finish();
    m_files.checkUnchanged();
    leaveFile();
}

void DeviceWriter::leaveFile() noexcept
{
    if (m_options.dropsPageCache && m_file) {
        m_file->dropCachedPages(0, m_file->sizeBytes());
    }
    m_file.reset();
}

void DeviceWriter::noteStaging(LoadReport& report) const
{
    report.stagedCopies = m_ring.copyCount();
    report.stagingWaits = m_ring.waitCount();
}

DeviceWriter::Written DeviceWriter::write(const ConstantInfo& constant, const std::stop_token& stop)
{
    try {
        const vulkan::BufferRange target = m_arena.allocate(constant.sizeBytes);
        const bool isMapped = !target.mapped().empty() || constant.sizeBytes == 0;
        if (m_options.forcedPath == LoadPath::Direct && !isMapped) {
            throw Error(ErrorKind::Unsupported,
                "the path 'direct' is forced, but this device's memory is not visible to the CPU");
        }
        const bool direct = isMapped && m_options.forcedPath != LoadPath::Staged;
        const auto* range = std::get_if<FileRange>(&constant.source.range);
        auto file = range != nullptr ? m_files.open(*range->file) : nullptr;
        if (file != m_file) {
            leaveFile();
            m_file = std::move(file);
        }
        if (constant.source.encoding == SourceEncoding::Varint) {
            writeVarint(constant, target, direct, stop);
            return {target, LoadPath::Converted};
        }
        writeRaw(constant, target, direct, stop);
        if (convertedSource(constant.source) != nullptr) {
            return {target, LoadPath::Converted};
        }
        return {target, direct ? LoadPath::Direct : LoadPath::Staged};
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) {
            throw;
        }
        throw Error(error.kind(),
            "Constant '" + constant.name + "' (" + toString(constant.descriptor) + ", "
                + describe(constant.source) + ") was not set: " + error.message());
    }
}

std::unique_ptr<DeviceDestination> DeviceWriter::destinationFor(const ConstantInfo& constant)
{
    return std::make_unique<DeviceDestination>(constant.sizeBytes, m_arena, m_ring, m_options.forcedPath);
}

void DeviceWriter::writeRaw(
    const ConstantInfo& constant, const vulkan::BufferRange& target, bool direct, const std::stop_token& stop)
{
    if (lengthBytes(constant.source) != constant.sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "its source has " + std::to_string(lengthBytes(constant.source))
                + " bytes, its type and shape need " + std::to_string(constant.sizeBytes));
    }
    const uint64_t sliceBytes = m_ring.sliceBytes();
    m_readers.forEach(ceilDivide(constant.sizeBytes, sliceBytes), stop, [&](size_t slice) {
        const uint64_t offset = slice * sliceBytes;
        const vulkan::BufferRange part =
            target.part(offset, std::min(sliceBytes, constant.sizeBytes - offset));
        const auto fill = [&](std::span<std::byte> bytes) {
            readSource(constant.source, offset, bytes, stop);
        };
        if (direct) {
            fill(part.mapped());
        } else {
            m_ring.transfer(part, fill);
        }
    });
}

void DeviceWriter::writeVarint(
    const ConstantInfo& constant, const vulkan::BufferRange& target, bool direct, const std::stop_token& stop)
{
    constexpr size_t scratchBytes = 256 * KiB;
    std::vector<std::byte> encoded(scratchBytes);
    std::vector<std::byte> decoded(std::min<uint64_t>(scratchBytes, m_ring.sliceBytes()));
    const MeteredBytes metered(m_device->meter(), MemoryPurpose::Host, encoded.size() + decoded.size());
    VarintDecoder decoder(constant.descriptor.type, constant.sizeBytes);
    const uint64_t sourceBytes = lengthBytes(constant.source);
    uint64_t written = 0;
    for (uint64_t offset = 0; offset < sourceBytes;) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
        const auto chunk = std::span(encoded).first(std::min<uint64_t>(scratchBytes, sourceBytes - offset));
        readSource(constant.source, offset, chunk, stop);
        const VarintDecoder::Progress progress = decoder.decode(chunk, decoded);
        offset += progress.consumedBytes;
        const vulkan::BufferRange part = target.part(written, progress.producedBytes);
        const auto fill = [&](std::span<std::byte> bytes) {
            std::ranges::copy(std::span(decoded).first(bytes.size()), bytes.begin());
        };
        if (direct) {
            fill(part.mapped());
        } else if (part.sizeBytes > 0) {
            m_ring.transfer(part, fill);
        }
        written += progress.producedBytes;
    }
    decoder.finish();
}

void DeviceWriter::readSource(const ConstantSource& source, uint64_t offsetInSource,
    std::span<std::byte> destination, const std::stop_token& stop)
{
    const uint64_t offset = offsetBytes(source) + offsetInSource;
    if (const auto* memory = std::get_if<MemoryRange>(&source.range)) {
        if (offset > memory->bytes->size() || destination.size() > memory->bytes->size() - offset) {
            throw Error(ErrorKind::InvalidArgument, "its memory range leaves the block it is in");
        }
        std::memcpy(destination.data(), memory->bytes->data() + offset, destination.size());
        return;
    }
    if (const auto* resource = std::get_if<ResourceRange>(&source.range)) {
        resource->resource->readAt(offset, destination, stop);
        if (const auto* converted = convertedSource(source); converted && m_options.dropsPageCache) {
            converted->dropCachedPages(offset, destination.size());
        }
        return;
    }
    m_file->readAt(offset, destination, stop);
    if (m_options.dropsPageCache) {
        m_file->dropCachedPages(offset, destination.size());
    }
}

} // namespace weightless
