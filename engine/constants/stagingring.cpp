// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/stagingring.h"

#include "engine/base/error.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>

namespace weightless {

StagingRing::StagingRing(
    std::shared_ptr<const vulkan::Device> device, uint64_t sliceBytes, unsigned sliceCount)
    : m_device(std::move(device))
    , m_sliceBytes(sliceBytes)
    , m_slices(std::max(sliceCount, 1u))
{
}

StagingRing::~StagingRing() = default;

void StagingRing::transfer(
    const vulkan::BufferRange& target, const std::function<void(std::span<std::byte>)>& fill)
{
    if (target.sizeBytes > m_sliceBytes) {
        throw Error(ErrorKind::Internal,
            std::to_string(target.sizeBytes) + " bytes do not fit a staging slice of "
                + std::to_string(m_sliceBytes));
    }
    Slice& slice = acquire();
    try {
        if (!slice.copy.isDone()) {
            m_waitCount.fetch_add(1, std::memory_order_relaxed);
            slice.copy.wait();
        }
        if (!slice.buffer) {
            slice.buffer = std::make_shared<const vulkan::Buffer>(m_device->createUploadBuffer(m_sliceBytes));
        }
        fill(slice.buffer->mapped().first(target.sizeBytes));
        vulkan::CommandRecorder recorder(m_device, vulkan::QueueKind::Transfer);
        recorder.copy({slice.buffer, 0, target.sizeBytes}, target);
        slice.copy = m_device->submit(recorder.finish());
        m_copyCount.fetch_add(1, std::memory_order_relaxed);
    } catch (...) {
        release(slice);
        throw;
    }
    release(slice);
}

void StagingRing::finish()
{
    for (Slice& slice : m_slices) {
        slice.copy.wait();
    }
}

StagingRing::Slice& StagingRing::acquire()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        // In turn, so that the slice taken is the one whose copy began first.
        for (size_t i = 0; i < m_slices.size(); ++i) {
            Slice& slice = m_slices[(m_next + i) % m_slices.size()];
            if (!slice.isBusy) {
                m_next = (m_next + i + 1) % m_slices.size();
                slice.isBusy = true;
                return slice;
            }
        }
        m_sliceFreed.wait(lock);
    }
}

void StagingRing::release(Slice& slice)
{
    {
        const std::scoped_lock lock(m_mutex);
        slice.isBusy = false;
    }
    m_sliceFreed.notify_one();
}

} // namespace weightless
