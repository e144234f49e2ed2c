// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>

namespace weightless {

class ConstantDestination;

// A piece of a constant that a loader fills. Movable: what was moved from is no slice any more. Without
// commit() its bytes count as not written, and may be asked for again.
class DestinationSlice {
public:
    // What becomes of a slice that is more than memory in place. Destroyed without commit(): given back.
    class Handover {
    public:
        virtual ~Handover() = default;
        virtual void commit() = 0;
    };

    DestinationSlice() = default;
    DestinationSlice(
        ConstantDestination& destination, std::span<std::byte> bytes, std::unique_ptr<Handover> handover);
    ~DestinationSlice() = default;
    DestinationSlice(DestinationSlice&& other) noexcept;
    DestinationSlice& operator=(DestinationSlice&& other) noexcept;

    // To be written in any order, and not to be read: device memory behind a bus is slow to read.
    [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }
    [[nodiscard]] explicit operator bool() const { return m_destination != nullptr; }

    // Every byte is written; the slice is not used any more, whatever becomes of it. InvalidArgument when
    // some of its bytes were committed before; InvalidState for what is no slice; DeviceLost.
    void commit();

private:
    friend class ConstantDestination;

    ConstantDestination* m_destination = nullptr;
    uint64_t m_offsetBytes = 0;
    std::span<std::byte> m_bytes;
    std::unique_ptr<Handover> m_handover;
};

// The device tensor of one constant, as a loader sees it: the bytes of its source to fill in, slice by slice.
// A slice is the tensor's own memory where the CPU can write there, otherwise a slice of the staging ring
// that the device copies once it is committed; so a loader needs no memory of the tensor's size. Where the
// device holds the constant in another type than its source, committing a slice converts it. Every function
// from any thread, as long as slices do not overlap.
class ConstantDestination {
public:
    // `grainBytes`: slices begin at multiples of it, and end at one or with the constant.
    ConstantDestination(uint64_t sizeBytes, uint64_t maxSliceBytes, uint64_t grainBytes = 1)
        : m_sizeBytes(sizeBytes)
        , m_maxSliceBytes(maxSliceBytes)
        , m_grainBytes(grainBytes)
    {
    }
    virtual ~ConstantDestination() = default;
    ConstantDestination(const ConstantDestination&) = delete;
    ConstantDestination& operator=(const ConstantDestination&) = delete;

    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; } // of the source
    [[nodiscard]] uint64_t maxSliceBytes() const { return m_maxSliceBytes; } // whole grains
    // 1, 8 for a constant whose elements become others, and some kilobytes for one whose filters become
    // blocks (model/blockedfilter.h). Loaders that cut where maxSliceBytes() or the constant ends need not
    // ask.
    [[nodiscard]] uint64_t grainBytes() const { return m_grainBytes; }
    [[nodiscard]] uint64_t committedBytes() const { return m_committedBytes.load(); }
    [[nodiscard]] bool isComplete() const { return committedBytes() == m_sizeBytes; }

    // Nothing counts as written; the memory is kept. For the next attempt, when no loader uses it.
    void restart();

    // The bytes [offsetBytes, offsetBytes + lengthBytes) of the constant, at most maxSliceBytes() of them.
    // May wait until the device has copied an older slice: a thread holds one slice at a time, or the ring
    // runs dry. InvalidArgument when the range leaves the constant or cuts a grain; OutOfMemory, DeviceLost;
    // Cancelled.
    [[nodiscard]] DestinationSlice slice(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop = {});

private:
    friend class DestinationSlice;

    // Within the constant, not empty.
    [[nodiscard]] virtual DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop) = 0;
    // No slice is under way, and nothing counts as written any more.
    virtual void forget() { }
    // Counts them; nothing when the handover throws. No byte counts twice, so all are written once as many
    // count as there are.
    void commit(uint64_t offsetBytes, uint64_t lengthBytes, DestinationSlice::Handover* handover);
    void requireUncommitted(uint64_t offsetBytes, uint64_t lengthBytes) const; // with the lock held

    uint64_t m_sizeBytes;
    uint64_t m_maxSliceBytes;
    uint64_t m_grainBytes;
    std::atomic<uint64_t> m_committedBytes {0};
    std::mutex m_mutex;
    std::map<uint64_t, uint64_t> m_committed; // ends by beginnings; neighbours are one. Guarded by m_mutex
};

} // namespace weightless
