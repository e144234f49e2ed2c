// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/stagingring.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless {

StagingRing::StagingRing(
    std::shared_ptr<const vulkan::Device> device, uint64_t sliceBytes, unsigned sliceCount)
    : m_device(std::move(device))
    , m_sliceBytes(std::max(sliceBytes, minSliceBytes))
    , m_slices(std::max(sliceCount, 1u))
{
}

StagingRing::~StagingRing() = default;

StagingRing::Lease::Lease(StagingRing& ring, size_t slice, uint64_t bytes)
    : m_ring(&ring)
    , m_slice(slice)
{
    try {
        Slice& leased = ring.m_slices[slice];
        if (!leased.copy.isDone()) {
            ring.m_waitCount.fetch_add(1, std::memory_order_relaxed);
            leased.copy.wait();
        }
        if (!leased.buffer) {
            leased.buffer =
                std::make_shared<const vulkan::Buffer>(ring.m_device->createUploadBuffer(ring.m_sliceBytes));
        }
        m_bytes = leased.buffer->mapped().first(bytes);
    } catch (...) {
        ring.release(slice);
        throw;
    }
}

StagingRing::Lease::~Lease()
{
    if (m_ring != nullptr) {
        m_ring->release(m_slice);
    }
}

void StagingRing::Lease::submit(const vulkan::BufferRange& target)
{
    submit(vulkan::QueueKind::Transfer,
        [&target](vulkan::CommandRecorder& recorder, const vulkan::BufferRange& slice) {
            recorder.copy(slice, target);
        });
}

void StagingRing::Lease::submit(vulkan::QueueKind queue, const Work& work)
{
    Slice& leased = m_ring->m_slices[m_slice];
    vulkan::CommandRecorder recorder(m_ring->m_device, queue);
    work(recorder, {leased.buffer, 0, m_bytes.size()});
    leased.copy = m_ring->m_device->submit(recorder.finish());
    m_ring->notePoint(leased.copy.point());
    m_ring->m_copyCount.fetch_add(1, std::memory_order_relaxed);
    std::exchange(m_ring, nullptr)->release(m_slice);
}

StagingRing::Lease StagingRing::lease(uint64_t bytes, const std::stop_token& stop)
{
    if (bytes > m_sliceBytes) {
        throw Error(ErrorKind::Internal,
            std::to_string(bytes) + " bytes do not fit a staging slice of " + std::to_string(m_sliceBytes));
    }
    return {*this, acquire(stop), bytes};
}

vulkan::QueuePoint StagingRing::lastPoint(vulkan::QueueKind queue) const
{
    const std::scoped_lock lock(m_mutex);
    return queue == vulkan::QueueKind::Transfer ? m_lastTransfer : m_lastCompute;
}

// Threads hand over in one order and may come here in another.
void StagingRing::notePoint(vulkan::QueuePoint point)
{
    const std::scoped_lock lock(m_mutex);
    vulkan::QueuePoint& last = point.queue == vulkan::QueueKind::Transfer ? m_lastTransfer : m_lastCompute;
    last.value = std::max(last.value, point.value);
}

void StagingRing::finish()
{
    for (Slice& slice : m_slices) {
        slice.copy.wait();
    }
}

size_t StagingRing::acquire(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        // In turn, so that the slice taken is the one whose copy began first.
        for (size_t i = 0; i < m_slices.size(); ++i) {
            const size_t slice = (m_next + i) % m_slices.size();
            if (!m_slices[slice].isBusy) {
                m_next = (slice + 1) % m_slices.size();
                m_slices[slice].isBusy = true;
                return slice;
            }
        }
        const uint64_t freed = m_freedCount;
        if (!m_sliceFreed.wait(lock, stop, [&] { return m_freedCount != freed; })) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
    }
}

void StagingRing::release(size_t slice)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_slices[slice].isBusy = false;
        ++m_freedCount;
    }
    m_sliceFreed.notify_all(); // one that is woken may be about to give up
}

} // namespace weightless
