// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/devicewriter.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/pages.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaderror.h"
#include "engine/formats/varintdecoder.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace weightless {

namespace {

} // namespace

DeviceWriter::DeviceWriter(
    std::shared_ptr<MemoryMeter> meter, const LoadOptions& options, std::shared_ptr<TransferMemory> memory)
    : m_meter(std::move(meter))
    , m_options(options)
    , m_memory(std::move(memory))
    , m_readers(m_options.readerCount)
{
}

DeviceWriter::~DeviceWriter()
{
    leaveFile();
}

void DeviceWriter::finish()
{
    m_memory->ring.finish();
    m_files.checkUnchanged();
    leaveFile();
    m_files = {};
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
    report.stagedCopies = m_memory->ring.copyCount();
    report.stagingWaits = m_memory->ring.waitCount();
    report.stagingPools = m_memory->ring.poolCount();
}

void DeviceWriter::checkSource(const ConstantInfo& constant)
{
    try {
        requireSourceBytes(constant);
        if (const auto* range = std::get_if<FileRange>(&constant.source.range)) {
            std::ignore = m_files.open(*range->file);
        }
    } catch (const Error& error) {
        throw notSet(constant, error);
    }
}

DeviceWriter::Written DeviceWriter::write(const ConstantInfo& constant, CopyRoute route,
    const std::stop_token& stop, const std::optional<vulkan::BufferRange>& place)
{
    try {
        DeviceDestination& destination = destinationOf(constant, route, place);
        const auto* range = std::get_if<FileRange>(&constant.source.range);
        auto file = range != nullptr ? m_files.open(*range->file) : nullptr;
        if (file != m_file) {
            leaveFile();
            m_file = std::move(file);
        }
        if (constant.source.encoding == SourceEncoding::Varint) {
            writeVarint(constant, destination, stop);
        } else {
            writeRaw(constant, destination, stop);
        }
        Written written = destination.written();
        m_unfinished = nullptr;
        m_destination.reset();
        return written;
    } catch (const Error& error) {
        throw notSet(constant, error);
    }
}

DeviceDestination& DeviceWriter::destinationOf(
    const ConstantInfo& constant, CopyRoute route, const std::optional<vulkan::BufferRange>& place)
{
    if (m_unfinished != &constant || place) {
        m_unfinished = nullptr;
        m_destination = std::make_shared<DeviceDestination>(constant, route, m_memory, place);
        m_unfinished = &constant;
    }
    m_destination->restart();
    return *m_destination;
}

void DeviceWriter::writeRaw(
    const ConstantInfo& constant, ConstantDestination& destination, const std::stop_token& stop)
{
    const uint64_t storedBytes = destination.sizeBytes();
    requireSourceBytes(constant);
    const uint64_t readBytes = alignDown(m_memory->sizes.readBytes, destination.grainBytes());
    m_readers.forEach(ceilDivide(storedBytes, readBytes), stop, [&](size_t index) {
        const uint64_t end = std::min((index + 1) * readBytes, storedBytes);
        for (uint64_t offset = index * readBytes; offset < end;) {
            requireNoStop(stop);
            DestinationSlice slice =
                destination.slice(offset, std::min(destination.maxSliceBytes(), end - offset), stop);
            offset += slice.bytes().size();
            fill(constant.source, offset - slice.bytes().size(), slice.bytes(), stop);
            slice.commit();
        }
    });
}

void DeviceWriter::fill(
    const ConstantSource& source, uint64_t offset, std::span<std::byte> slice, const std::stop_token& stop)
{
    // What is no file may take each reading as a request of its own.
    const size_t pieceBytes = std::holds_alternative<FileRange>(source.range) ? presentAtOnce : slice.size();
    while (!slice.empty()) {
        const std::span<std::byte> piece = slice.first(std::min(slice.size(), pieceBytes));
        makePresent(piece);
        readSource(source, offset, piece, stop);
        offset += piece.size();
        slice = slice.subspan(piece.size());
    }
}

void DeviceWriter::writeVarint(
    const ConstantInfo& constant, ConstantDestination& destination, const std::stop_token& stop)
{
    const uint64_t sourceBytes = lengthBytes(constant.source);
    const uint64_t storedBytes = destination.sizeBytes();
    std::vector<std::byte> encoded(std::min(encodedBytes, sourceBytes));
    const MeteredBytes metered(m_meter, MemoryPurpose::Host, encoded.size());
    uint64_t offset = 0;
    const auto readNext = [&] {
        requireNoStop(stop);
        const auto next = std::span(encoded).first(std::min(encoded.size(), sourceBytes - offset));
        readSource(constant.source, offset, next, stop);
        offset += next.size();
        return std::span<const std::byte>(next);
    };
    VarintDecoder decoder(storedTypeOf(constant), storedBytes);
    std::span<const std::byte> chunk;
    for (uint64_t written = 0; written < storedBytes;) {
        // Whole elements and grains, whatever the ring's slices are.
        const uint64_t most = alignDown(destination.maxSliceBytes(), StagingRing::minSliceBytes);
        DestinationSlice slice = destination.slice(written, std::min(most, storedBytes - written), stop);
        for (std::span<std::byte> room = slice.bytes(); !room.empty();) {
            if (chunk.empty() && offset == sourceBytes) {
                decoder.finish(); // tells what is missing
            }
            chunk = chunk.empty() ? readNext() : chunk;
            const VarintDecoder::Progress progress = decoder.decode(chunk, room);
            chunk = chunk.subspan(progress.consumedBytes);
            room = room.subspan(progress.producedBytes);
        }
        written += slice.bytes().size();
        slice.commit();
    }
    if (chunk.empty() && offset < sourceBytes) {
        chunk = readNext();
    }
    static_cast<void>(decoder.decode(chunk, {})); // nothing may be left
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
        return;
    }
    m_file->readAt(offset, destination, stop);
    if (m_options.dropsPageCache) {
        m_file->dropCachedPages(offset, destination.size());
    }
}

} // namespace weightless
