// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/recorder.h"
#include "engine/vulkan/submission.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace weightless {

// A fixed number of mapped slices through which any amount of data reaches the device. A slice is free again
// when the device has copied or converted it; whoever needs one waits for the oldest, so the ring is all the
// CPU memory a load takes. Every function but the destructor may be called from any thread.
class StagingRing {
public:
    static constexpr uint64_t minSliceBytes = 8;

    // What the device makes of a slice.
    using Work = std::function<void(vulkan::CommandRecorder& recorder, const vulkan::BufferRange& slice)>;

    // Slices are allocated when they are first needed. OutOfMemory then.
    StagingRing(std::shared_ptr<const vulkan::Device> device, uint64_t sliceBytes, unsigned sliceCount);
    ~StagingRing(); // waits for copies under way
    StagingRing(const StagingRing&) = delete;
    StagingRing& operator=(const StagingRing&) = delete;

    [[nodiscard]] uint64_t sliceBytes() const { return m_sliceBytes; }

    // A slice while it is filled. Movable. Destroyed without submit(): free again, nothing is copied; so it
    // serves as scratch memory as well.
    class Lease {
    public:
        Lease(Lease&& other) noexcept
            : m_ring(std::exchange(other.m_ring, nullptr))
            , m_slice(other.m_slice)
            , m_bytes(other.m_bytes)
        {
        }
        Lease& operator=(Lease&&) = delete;
        ~Lease();

        [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }
        // Hands the copy of all bytes() into `target` to the device, without waiting for it. Once.
        void submit(const vulkan::BufferRange& target);
        // The same with other work than a copy.
        void submit(vulkan::QueueKind queue, const Work& work);

    private:
        friend class StagingRing;
        Lease(StagingRing& ring, size_t slice, uint64_t bytes);

        StagingRing* m_ring;
        size_t m_slice;
        std::span<std::byte> m_bytes;
    };

    // A slice's first `bytes` (at most sliceBytes()), as soon as one is free. OutOfMemory, DeviceLost;
    // Cancelled. A thread that holds one and asks for another may wait for itself.
    [[nodiscard]] Lease lease(uint64_t bytes, const std::stop_token& stop = {});

    // Copies and conversions handed over, and how often one was still under way when its slice was wanted
    // again.
    [[nodiscard]] uint64_t copyCount() const { return m_copyCount.load(std::memory_order_relaxed); }
    [[nodiscard]] uint64_t waitCount() const { return m_waitCount.load(std::memory_order_relaxed); }

    // The end of what was handed over to that queue last: other work waits for it.
    [[nodiscard]] vulkan::QueuePoint lastPoint(vulkan::QueueKind queue) const;

    // Blocks until everything handed over so far is done. DeviceLost.
    void finish();

private:
    struct Slice {
        std::shared_ptr<const vulkan::Buffer> buffer;
        vulkan::Submission copy;
        bool isBusy = false; // a thread is filling it
    };

    [[nodiscard]] size_t acquire(const std::stop_token& stop);
    void release(size_t slice);
    void notePoint(vulkan::QueuePoint point);

    std::shared_ptr<const vulkan::Device> m_device;
    uint64_t m_sliceBytes;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_sliceFreed;
    uint64_t m_freedCount = 0;
    vulkan::QueuePoint m_lastTransfer {vulkan::QueueKind::Transfer};
    vulkan::QueuePoint m_lastCompute {vulkan::QueueKind::Compute};
    size_t m_next = 0;
    std::vector<Slice> m_slices;
    std::atomic<uint64_t> m_copyCount {0};
    std::atomic<uint64_t> m_waitCount {0};
};

} // namespace weightless
