// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace weightless::vulkan {

struct BufferInternals;

// Device memory with a buffer over it. Move-only; made by Device's factories; keeps the device alive. It must
// outlive the device work that uses it: a CommandBuffer keeps the buffers it names, a Submission keeps its
// command buffers. Const functions from any thread.
class Buffer {
public:
    explicit Buffer(std::unique_ptr<BufferInternals> internals);
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // What was asked for; 0 after a move.
    [[nodiscard]] uint64_t sizeBytes() const;

    // What it occupies: sizeBytes() rounded up to the driver's granularity, as metered.
    [[nodiscard]] uint64_t allocatedBytes() const;

    // The bytes as the CPU sees them, mapped for the buffer's whole life; empty when the memory is not
    // host-visible. Coherent, but for a read-back buffer: there the CPU sees what a submission wrote when
    // Submission::wait() says that it is done. Device memory behind a bus is slow to read here: read through
    // a read-back buffer. A Buffer that is const still has mutable content. An imported buffer is not mapped:
    // its owner is.
    [[nodiscard]] std::span<std::byte> mapped() const;

    // mapped() is as fast to read as CPU memory, or as anything the device has: no read-back buffer is
    // needed.
    [[nodiscard]] bool isReadInPlace() const;

    // Where kernels in address mode find it; 0 when the device has no buffer addresses.
    [[nodiscard]] uint64_t deviceAddress() const;

    [[nodiscard]] MemoryPurpose purpose() const;
    [[nodiscard]] bool isImported() const;

    [[nodiscard]] const BufferInternals* internals() const { return m_internals.get(); }

private:
    std::unique_ptr<BufferInternals> m_internals;
};

// Part of a buffer; holds the buffer alive.
struct BufferRange {
    std::shared_ptr<const Buffer> buffer;
    uint64_t offsetBytes = 0;
    uint64_t sizeBytes = 0;

    // The whole of a buffer.
    [[nodiscard]] static BufferRange of(std::shared_ptr<const Buffer> buffer);

    // A part of this range. InvalidArgument when it leaves the range.
    [[nodiscard]] BufferRange part(uint64_t partOffsetBytes, uint64_t partSizeBytes) const;

    // This range's bytes of Buffer::mapped(); empty when the buffer is not mapped.
    [[nodiscard]] std::span<std::byte> mapped() const;

    // The same for reading: empty also where the CPU reads slowly what is mapped (write-combined memory).
    [[nodiscard]] std::span<const std::byte> readable() const;
};

} // namespace weightless::vulkan
