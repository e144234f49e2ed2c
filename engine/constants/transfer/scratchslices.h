// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace weightless {

// A fixed number of slices of plain CPU memory, for what is read on the CPU again: mapped device memory may
// be write-combined, which is read a hundred times slower than it is written. Slices are taken in turn;
// whoever needs one waits for one to be given back. Every function but the destructor may be called from any
// thread.
class ScratchSlices {
public:
    // Slices are allocated when they are first needed, and counted as Host memory.
    ScratchSlices(std::shared_ptr<MemoryMeter> meter, uint64_t sliceBytes, unsigned sliceCount);
    ScratchSlices(const ScratchSlices&) = delete;
    ScratchSlices& operator=(const ScratchSlices&) = delete;

    [[nodiscard]] uint64_t sliceBytes() const { return m_sliceBytes; }

    // A slice while it is used. Movable.
    class Lease {
    public:
        Lease(Lease&& other) noexcept
            : m_slices(std::exchange(other.m_slices, nullptr))
            , m_index(other.m_index)
            , m_bytes(other.m_bytes)
        {
        }
        Lease& operator=(Lease&&) = delete;
        ~Lease();

        [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }

    private:
        friend class ScratchSlices;
        Lease(ScratchSlices& slices, size_t index, std::span<std::byte> bytes)
            : m_slices(&slices)
            , m_index(index)
            , m_bytes(bytes)
        {
        }

        ScratchSlices* m_slices;
        size_t m_index;
        std::span<std::byte> m_bytes;
    };

    // The first bytes of a slice, at most sliceBytes() (Internal), as soon as one is free. Cancelled.
    [[nodiscard]] Lease lease(uint64_t bytes, const std::stop_token& stop = {});

private:
    static constexpr std::align_val_t alignment {
        4096}; // whole pages, so that they are made present in one call
    struct Free {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };
    struct Slice {
        std::unique_ptr<std::byte, Free> memory;
        MeteredBytes metered;
        bool isBusy = false;
    };

    // With the lock held: the next slice that is free, or none.
    [[nodiscard]] Slice* findFree();
    void give(size_t index) noexcept;

    std::shared_ptr<MemoryMeter> m_meter;
    uint64_t m_sliceBytes;
    std::mutex m_mutex;
    std::condition_variable_any m_freed;
    size_t m_next = 0;
    std::vector<Slice> m_slices;
};

} // namespace weightless
