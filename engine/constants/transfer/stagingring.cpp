// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/stagingring.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/loaderror.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>

namespace weightless {

static_assert(StagingRing::partAlignmentBytes == vulkan::WeightArena::rangeAlignmentBytes);

StagingRing::StagingRing(
    std::shared_ptr<const vulkan::Device> device, uint64_t sliceBytes, unsigned sliceCount)
    : m_device(std::move(device))
    , m_sliceBytes(std::max(sliceBytes, minSliceBytes))
    , m_transfer(m_device, vulkan::QueueKind::Transfer)
    , m_compute(m_device, vulkan::QueueKind::Compute)
    , m_slices(std::max(sliceCount, 1u))
{
}

StagingRing::~StagingRing()
{
    try {
        const std::scoped_lock lock(m_mutex);
        flush();
    } catch (...) {
        // The device takes nothing any more: what these bytes were for is lost with it.
    }
}

StagingRing::Lease::Lease(StagingRing& ring, size_t slice, uint64_t offsetBytes, uint64_t sizeBytes)
    : m_ring(&ring)
    , m_slice(slice)
    , m_offsetBytes(offsetBytes)
    , m_bytes(ring.m_slices[slice].buffer->mapped().subspan(offsetBytes, sizeBytes))
{
}

StagingRing::Lease::~Lease()
{
    if (m_ring != nullptr) {
        const std::scoped_lock lock(m_ring->m_mutex);
        try {
            m_ring->endPart(m_ring->m_slices[m_slice]);
        } catch (...) {
            // Whoever asks for the rest of the slice tries again, and is told.
        }
    }
}

void StagingRing::Lease::submit(vulkan::BufferRange target, bool isPadded)
{
    if (target.sizeBytes != m_bytes.size()) {
        throw Error(ErrorKind::Internal,
            std::to_string(m_bytes.size()) + " staged bytes are to be copied into "
                + std::to_string(target.sizeBytes));
    }
    const std::scoped_lock lock(m_ring->m_mutex);
    Slice& slice = m_ring->m_slices[m_slice];
    slice.copies.push_back({m_offsetBytes, std::move(target), isPadded});
    std::exchange(m_ring, nullptr)->endPart(slice);
}

void StagingRing::Lease::submit(const Work& work)
{
    const std::scoped_lock lock(m_ring->m_mutex);
    Slice& slice = m_ring->m_slices[m_slice];
    work(m_ring->recorderOf(slice), {slice.buffer, m_offsetBytes, m_bytes.size()});
    std::exchange(m_ring, nullptr)->endPart(slice);
}

StagingRing::Lease StagingRing::lease(uint64_t bytes, vulkan::QueueKind queue, const std::stop_token& stop)
{
    if (bytes > m_sliceBytes) {
        throw Error(ErrorKind::Internal,
            std::to_string(bytes) + " bytes do not fit a staging slice of " + std::to_string(m_sliceBytes));
    }
    std::unique_lock lock(m_mutex);
    if (stop.stop_requested()) {
        throw loadCancelled();
    }
    while (!hasRoom(bytes, queue)) {
        if (!m_isOpening) {
            openNext(lock, queue, stop);
        } else if (!m_changed.wait(lock, stop, [this] { return !m_isOpening; })) {
            throw loadCancelled();
        }
    }
    const size_t index = *openFor(queue);
    Slice& slice = m_slices[index];
    const uint64_t offset = alignUp(slice.usedBytes, partAlignmentBytes);
    slice.usedBytes = offset + bytes;
    ++slice.parts;
    if (alignUp(slice.usedBytes, partAlignmentBytes) >= m_sliceBytes) {
        closeOpen(queue);
    }
    return {*this, index, offset, bytes};
}

std::optional<size_t>& StagingRing::openFor(vulkan::QueueKind queue)
{
    return m_open[queue == vulkan::QueueKind::Transfer ? 0 : 1];
}

bool StagingRing::hasRoom(uint64_t bytes, vulkan::QueueKind queue)
{
    const std::optional<size_t>& open = openFor(queue);
    return open && alignUp(m_slices[*open].usedBytes, partAlignmentBytes) + bytes <= m_sliceBytes;
}

void StagingRing::openNext(
    std::unique_lock<std::mutex>& lock, vulkan::QueueKind queue, const std::stop_token& stop)
{
    closeOpen(queue);
    m_isOpening = true;
    const auto opened = [this] {
        m_isOpening = false;
        ++m_changeCount;
        m_changed.notify_all();
    };
    try {
        const size_t index = acquire(lock, stop);
        m_slices[index].queue = queue;
        openFor(queue) = index;
    } catch (...) {
        opened();
        throw;
    }
    opened();
}

size_t StagingRing::acquire(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    for (bool isReclaimed = false;;) {
        // In turn, so that the slice taken is the one whose copy began first.
        for (size_t i = 0; i < m_slices.size(); ++i) {
            Slice& slice = m_slices[(m_next + i) % m_slices.size()];
            if (slice.isBusy) {
                continue;
            }
            const size_t index = (m_next + i) % m_slices.size();
            m_next = (index + 1) % m_slices.size();
            slice.isBusy = true;
            lock.unlock();
            try {
                prepare(slice);
            } catch (...) {
                lock.lock();
                release(slice);
                throw;
            }
            lock.lock();
            return index;
        }
        if (!std::exchange(isReclaimed, true)) {
            reclaim();
            continue;
        }
        const uint64_t changes = m_changeCount;
        if (!m_changed.wait(lock, stop, [&] { return m_changeCount != changes; })) {
            throw loadCancelled();
        }
        isReclaimed = false;
    }
}

void StagingRing::prepare(Slice& slice)
{
    if (!slice.copy.isDone()) {
        m_waitCount.fetch_add(1, std::memory_order_relaxed);
        slice.copy.wait();
    }
    slice.copy = {}; // its command pool serves again
    if (!slice.buffer) {
        slice.buffer = std::make_shared<const vulkan::Buffer>(m_device->createUploadBuffer(m_sliceBytes));
    }
}

vulkan::QueuePoint StagingRing::lastPoint(vulkan::QueueKind queue)
{
    const std::scoped_lock lock(m_mutex);
    flush();
    return queue == vulkan::QueueKind::Transfer ? m_lastTransfer : m_lastCompute;
}

void StagingRing::finish()
{
    for (const auto queue : {vulkan::QueueKind::Transfer, vulkan::QueueKind::Compute}) {
        m_device->wait(lastPoint(queue));
    }
    const std::scoped_lock lock(m_mutex);
    for (Slice& slice : m_slices) {
        if (!slice.isBusy) {
            slice.copy = {}; // what it was copied to is kept no longer
        }
    }
    m_next = 0; // whose memory is there
}

void StagingRing::closeOpen(vulkan::QueueKind queue)
{
    if (std::optional<size_t>& open = openFor(queue)) {
        Slice& slice = m_slices[*std::exchange(open, std::nullopt)];
        slice.isClosed = true;
        if (slice.parts == 0) {
            handOver(slice);
            release(slice);
        }
    }
}

// Frees what nobody fills: the open slices, and those that the device did not take when it was asked before.
void StagingRing::reclaim()
{
    closeOpen(vulkan::QueueKind::Transfer);
    closeOpen(vulkan::QueueKind::Compute);
    for (Slice& slice : m_slices) {
        if (slice.isBusy && slice.isClosed && slice.parts == 0) {
            handOver(slice);
            release(slice);
        }
    }
}

// What somebody still fills a part of is handed over twice, so that nothing waits for that part.
void StagingRing::flush()
{
    reclaim();
    for (Slice& slice : m_slices) {
        if (slice.isBusy) {
            handOver(slice);
        }
    }
}

void StagingRing::endPart(Slice& slice)
{
    --slice.parts;
    if (slice.isClosed && slice.parts == 0) {
        handOver(slice);
        release(slice);
    }
}

// Nothing is lost when this fails: the next one tries again. So does whoever waits for a slice, which would
// not come otherwise, and is told.
void StagingRing::handOver(Slice& slice)
{
    try {
        submitRecorded(slice); // which it did not take before
        if (!slice.copies.empty()) {
            recordCopies(slice);
        }
        if (slice.recorder) {
            slice.recorded = slice.recorder->finish();
            slice.recorder.reset();
        }
        submitRecorded(slice);
    } catch (...) {
        ++m_changeCount;
        m_changed.notify_all();
        throw;
    }
}

void StagingRing::submitRecorded(Slice& slice)
{
    if (!slice.recorded) {
        return;
    }
    slice.copy = m_device->submit(slice.recorded);
    slice.recorded.reset();
    const vulkan::QueuePoint point = slice.copy.point();
    (point.queue == vulkan::QueueKind::Transfer ? m_lastTransfer : m_lastCompute) = point;
    m_copyCount.fetch_add(1, std::memory_order_relaxed);
}

// Parts that lie side by side, here and there, are one copy, and padding between them is copied with them: so
// a slice full of small constants is one command.
void StagingRing::recordCopies(Slice& slice)
{
    vulkan::CommandRecorder& recorder = recorderOf(slice);
    std::ranges::sort(slice.copies, {}, &Copy::offsetBytes);
    for (size_t begin = 0; begin < slice.copies.size();) {
        const Copy& first = slice.copies[begin];
        uint64_t sizeBytes = first.target.sizeBytes;
        size_t end = begin + 1;
        for (; end < slice.copies.size(); ++end) {
            const Copy& next = slice.copies[end];
            const uint64_t distance = next.offsetBytes - first.offsetBytes;
            const uint64_t filledBytes =
                slice.copies[end - 1].isPadded ? alignUp(sizeBytes, partAlignmentBytes) : sizeBytes;
            if (distance != filledBytes || next.target.buffer.get() != first.target.buffer.get()
                || next.target.offsetBytes != first.target.offsetBytes + distance) {
                break;
            }
            sizeBytes = distance + next.target.sizeBytes;
            recorder.keep(next.target.buffer);
        }
        recorder.copy({slice.buffer, first.offsetBytes, sizeBytes},
            {first.target.buffer, first.target.offsetBytes, sizeBytes});
        begin = end;
    }
    slice.copies.clear();
}

vulkan::CommandRecorder& StagingRing::recorderOf(Slice& slice)
{
    if (!slice.recorder) {
        slice.copy = {}; // there is one where the slice is handed over a second time: one pool does for both
        slice.recorder.emplace(slice.queue == vulkan::QueueKind::Transfer ? m_transfer : m_compute);
    }
    return *slice.recorder;
}

void StagingRing::release(Slice& slice) noexcept
{
    slice.isBusy = false;
    slice.isClosed = false;
    slice.usedBytes = 0;
    ++m_changeCount;
    m_changed.notify_all(); // one that is woken may be about to give up
}

} // namespace weightless
