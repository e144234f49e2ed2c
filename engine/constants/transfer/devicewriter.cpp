// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/devicewriter.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaderror.h"
#include "engine/formats/varintdecoder.h"

#include <algorithm>
#include <chrono>

namespace weightless {

namespace {

// So that readers seldom wait for each other, and a step is over before anybody waits for it.
constexpr double leastSeconds = 0.005;
constexpr double mostSeconds = 0.02;
// Asking for a few bytes takes as long as for these: of a file, and of what may ask a server.
constexpr uint64_t requestBytes = 4 * KiB;
constexpr uint64_t resourceRequestBytes = 256 * KiB;

bool isVarint(const ConstantInfo& constant)
{
    return constant.source.encoding == SourceEncoding::Varint;
}

uint64_t costBytes(const ConstantInfo& constant)
{
    const bool isResource = std::holds_alternative<ResourceRange>(constant.source.range);
    return std::max(storedBytesOf(constant), isResource ? resourceRequestBytes : requestBytes);
}

} // namespace

DeviceWriter::DeviceWriter(
    std::shared_ptr<MemoryMeter> meter, const LoadOptions& options, std::shared_ptr<TransferMemory> memory)
    : m_meter(std::move(meter))
    , m_memory(std::move(memory))
    , m_source(options.dropsPageCache)
    , m_readers(m_memory->sizes.readerCount)
{
}

void DeviceWriter::finish()
{
    m_memory->ring.finish();
    m_source.finish();
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
        m_source.check(constant.source);
    } catch (...) {
        throw notSet(constant, currentError());
    }
}

DeviceWriter::Written DeviceWriter::write(const ConstantInfo& constant, CopyRoute route,
    const std::stop_token& stop, const std::optional<vulkan::BufferRange>& place)
{
    try {
        begin(constant, route, place);
        m_items.resize(1);
        if (isVarint(constant)) {
            m_items.front().destination->restart();
            writeVarint(constant, *m_items.front().destination, stop);
        } else {
            readItems(stop);
        }
        return take();
    } catch (...) {
        throw notSet(constant, currentError());
    }
}

DeviceWriter::Written DeviceWriter::write(
    const ConstantInfo& constant, CopyRoute route, std::span<const Coming> next, const std::stop_token& stop)
{
    if (isVarint(constant)) {
        return write(constant, route, stop);
    }
    try {
        if (!isThere(constant)) {
            begin(constant, route, {});
            if (m_items.size() == 1) {
                addNext(next);
            }
            readItems(stop);
        }
        return take();
    } catch (...) {
        throw notSet(constant, currentError());
    }
}

bool DeviceWriter::isThere(const ConstantInfo& constant) const
{
    return !m_items.empty() && m_items.front().constant == &constant
        && m_items.front().destination->isComplete();
}

void DeviceWriter::begin(
    const ConstantInfo& constant, CopyRoute route, const std::optional<vulkan::BufferRange>& place)
{
    if (m_items.empty() || m_items.front().constant != &constant || place) {
        m_items.clear();
        m_items.push_back({&constant, std::make_shared<DeviceDestination>(constant, route, m_memory, place)});
    }
    requireSource(constant);
    m_source.open(constant.source);
    if (!isVarint(constant)) {
        requireSourceBytes(constant);
    }
}

// What is wrong with one of them is told when it is written.
void DeviceWriter::addNext(std::span<const Coming> next)
{
    uint64_t bytes = costBytes(*m_items.front().constant);
    m_items.front().destination->allocate();
    try {
        for (const auto& [constant, route] : next) {
            bytes += costBytes(*constant);
            if (bytes > m_bytesTogether || isVarint(*constant) || !m_source.isOpenFor(constant->source)) {
                return;
            }
            m_source.open(constant->source);
            requireSourceBytes(*constant);
            auto destination = std::make_shared<DeviceDestination>(*constant, route, m_memory);
            destination->allocate(); // in their order: neighbours here are neighbours there
            m_items.push_back({constant, std::move(destination)});
        }
    } catch (...) {
    }
}

void DeviceWriter::readItems(const std::stop_token& stop)
{
    const std::vector<Piece> pieces = piecesToRead();
    const auto start = std::chrono::steady_clock::now();
    m_readers.forEach(pieces.size(), stop, [&](size_t index) {
        const Piece& piece = pieces[index];
        if (piece.item == &m_items.front()) {
            readPiece(piece, stop);
        } else if (!*piece.item->hasFailed) {
            try {
                readPiece(piece, stop);
            } catch (...) { // also what a caller's source may throw
                *piece.item->hasFailed = true; // told when it is written
            }
        }
    });
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    adjustBytesTogether(time.count());
}

std::vector<DeviceWriter::Piece> DeviceWriter::piecesToRead() const
{
    std::vector<Piece> pieces;
    for (const Item& item : m_items) {
        if (item.destination->isComplete()) {
            continue;
        }
        item.destination->restart();
        *item.hasFailed = false;
        const uint64_t grainBytes = item.destination->grainBytes();
        const uint64_t readBytes =
            std::max(wholeMultiples(m_memory->sizes.readBytes, grainBytes), grainBytes);
        for (uint64_t begin = 0; begin < item.destination->sizeBytes(); begin += readBytes) {
            pieces.push_back({&item, begin, std::min(begin + readBytes, item.destination->sizeBytes())});
        }
    }
    return pieces;
}

void DeviceWriter::readPiece(const Piece& piece, const std::stop_token& stop) const
{
    DeviceDestination& destination = *piece.item->destination;
    for (uint64_t offset = piece.beginBytes; offset < piece.endBytes;) {
        requireNoStop(stop);
        DestinationSlice slice =
            destination.slice(offset, std::min(destination.maxSliceBytes(), piece.endBytes - offset), stop);
        const uint64_t end = offset + slice.bytes().size();
        m_source.read(piece.item->constant->source, offset, slice.bytes(), stop);
        slice.commit();
        offset = end;
    }
}

void DeviceWriter::adjustBytesTogether(double seconds)
{
    if (seconds > mostSeconds) {
        m_bytesTogether = std::max(m_bytesTogether / 2, requestBytes);
    } else if (seconds < leastSeconds) {
        m_bytesTogether = std::min(m_bytesTogether * 2, mostBytesTogether);
    }
}

DeviceWriter::Written DeviceWriter::take()
{
    Written written = m_items.front().destination->written();
    m_items.pop_front();
    return written;
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
        m_source.read(constant.source, offset, next, stop);
        offset += next.size();
        return std::span<const std::byte>(next);
    };
    VarintDecoder decoder(storedTypeOf(constant), storedBytes);
    std::span<const std::byte> chunk;
    for (uint64_t written = 0; written < storedBytes;) {
        // Whole elements and grains, whatever the ring's slices are.
        const uint64_t most = wholeMultiples(destination.maxSliceBytes(), grainBytesOf(constant));
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

} // namespace weightless
