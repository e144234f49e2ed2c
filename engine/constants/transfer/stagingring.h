// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/commandmemory.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/recorder.h"
#include "engine/vulkan/submission.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace weightless {

// A fixed number of mapped slices through which any amount of data reaches the device. What is small shares a
// slice, which goes to the device when it is full, or when somebody asks for what was submitted so far. It is
// free again when the device has copied or converted what was in it; whoever needs one waits for the oldest,
// so the ring is all the CPU memory a load takes, and no more submissions are under way than it has slices.
// Every function but the destructor may be called from any thread.
class StagingRing {
public:
    static constexpr uint64_t minSliceBytes = 8;
    // Where parts of a slice begin, as in a WeightArena: neighbours there are neighbours here, and one copy.
    static constexpr uint64_t partAlignmentBytes = 256;

    // What the device makes of a part.
    using Work = std::function<void(vulkan::CommandRecorder& recorder, const vulkan::BufferRange& part)>;

    // Slices are allocated when they are first needed. OutOfMemory then.
    StagingRing(std::shared_ptr<const vulkan::Device> device, uint64_t sliceBytes, unsigned sliceCount);
    ~StagingRing(); // hands over what was submitted, and waits for copies under way
    StagingRing(const StagingRing&) = delete;
    StagingRing& operator=(const StagingRing&) = delete;

    [[nodiscard]] uint64_t sliceBytes() const { return m_sliceBytes; }

    // A slice, or a part of one, while it is filled. Movable. Destroyed without submit(): nothing is copied.
    class Lease {
    public:
        Lease(Lease&& other) noexcept
            : m_ring(std::exchange(other.m_ring, nullptr))
            , m_slice(other.m_slice)
            , m_offsetBytes(other.m_offsetBytes)
            , m_bytes(other.m_bytes)
        {
        }
        Lease& operator=(Lease&&) = delete;
        ~Lease();

        [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }
        // All bytes() are to be copied into `target`, which is kept until they are. Once. DeviceLost.
        // `isPadded`: what follows the target up to a multiple of partAlignmentBytes is nobody's.
        void submit(vulkan::BufferRange target, bool isPadded = false);
        // The same with other work than a copy, recorded before this returns. Errors as `work`.
        void submit(const Work& work);

    private:
        friend class StagingRing;
        Lease(StagingRing& ring, size_t slice, uint64_t offsetBytes, uint64_t sizeBytes);

        StagingRing* m_ring;
        size_t m_slice;
        uint64_t m_offsetBytes;
        std::span<std::byte> m_bytes;
    };

    // Room for so many bytes (at most sliceBytes()) that go through this queue, as soon as there is some: in
    // the slice that others fill, or in the next. OutOfMemory, DeviceLost; Cancelled. A thread that holds one
    // and asks for another may wait for itself.
    [[nodiscard]] Lease lease(uint64_t bytes, vulkan::QueueKind queue, const std::stop_token& stop = {});

    // Slices handed over, and how often one was wanted again while the copies out of it were under way.
    [[nodiscard]] uint64_t copyCount() const { return m_copyCount.load(std::memory_order_relaxed); }
    [[nodiscard]] uint64_t waitCount() const { return m_waitCount.load(std::memory_order_relaxed); }
    // Command pools made for them: at most one for each slice and kind of queue.
    [[nodiscard]] size_t poolCount() const { return m_transfer.poolCount() + m_compute.poolCount(); }

    // Hands over what was submitted. The end of all that went to that queue: other work waits for it.
    // DeviceLost.
    [[nodiscard]] vulkan::QueuePoint lastPoint(vulkan::QueueKind queue);

    // Blocks until everything submitted so far is done; nothing of it is kept but the slices. DeviceLost.
    void finish();

private:
    struct Copy {
        uint64_t offsetBytes = 0; // in the slice
        vulkan::BufferRange target;
        bool isPadded = false;
    };
    struct Slice {
        std::shared_ptr<const vulkan::Buffer> buffer;
        vulkan::Submission copy;
        bool isBusy = false; // takes parts, or somebody fills one
        bool isClosed = false; // takes no more: free as soon as nobody fills one
        vulkan::QueueKind queue = vulkan::QueueKind::Transfer;
        uint64_t usedBytes = 0;
        size_t parts = 0; // that somebody fills
        std::vector<Copy> copies; // submitted and not handed over
        std::optional<vulkan::CommandRecorder> recorder; // of other work that was submitted
        std::shared_ptr<const vulkan::CommandBuffer> recorded; // of all that; the device did not take it
    };

    // All of these with the lock held.
    [[nodiscard]] bool hasRoom(uint64_t bytes, vulkan::QueueKind queue);
    void openNext(std::unique_lock<std::mutex>& lock, vulkan::QueueKind queue, const std::stop_token& stop);
    // A slice that is free, its memory there; released while it waits.
    [[nodiscard]] size_t acquire(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    void prepare(Slice& slice); // without the lock
    [[nodiscard]] std::optional<size_t>& openFor(vulkan::QueueKind queue);
    void closeOpen(vulkan::QueueKind queue);
    void reclaim();
    void flush();
    void endPart(Slice& slice);
    void handOver(Slice& slice);
    void submitRecorded(Slice& slice);
    void recordCopies(Slice& slice);
    void release(Slice& slice) noexcept;
    [[nodiscard]] vulkan::CommandRecorder& recorderOf(Slice& slice);

    std::shared_ptr<const vulkan::Device> m_device;
    uint64_t m_sliceBytes;
    vulkan::CommandMemory m_transfer;
    vulkan::CommandMemory m_compute;
    std::mutex m_mutex;
    std::condition_variable_any m_changed; // a slice was freed or opened, or could not be
    uint64_t m_changeCount = 0;
    bool m_isOpening = false; // somebody waits for the next slice to open
    std::array<std::optional<size_t>, 2> m_open; // by queue: copies and conversions take turns
    vulkan::QueuePoint m_lastTransfer {vulkan::QueueKind::Transfer};
    vulkan::QueuePoint m_lastCompute {vulkan::QueueKind::Compute};
    size_t m_next = 0;
    std::vector<Slice> m_slices;
    std::atomic<uint64_t> m_copyCount {0};
    std::atomic<uint64_t> m_waitCount {0};
};

} // namespace weightless
