// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace weightless::testing {

// Mapped memory as a CPU sees it whose cache the device does not look into: a copy, which neither side's
// writes reach before they are asked for. At first it holds what a cache may hold of memory that was somebody
// else's: no numbers.
class CachedMapping {
public:
    // `memory` is what was mapped, from `offsetBytes` of the allocation on.
    CachedMapping(std::byte* memory, uint64_t offsetBytes, uint64_t sizeBytes)
        : m_memory(memory)
        , m_offsetBytes(offsetBytes)
        , m_sizeBytes(sizeBytes)
        , m_seen(static_cast<std::byte*>(::operator new(sizeBytes, alignment)))
    {
        std::memset(seen(), 0xff, sizeBytes);
    }

    [[nodiscard]] std::byte* seen() const { return m_seen.get(); }

    // Ranges of the allocation, VK_WHOLE_SIZE for all behind `offset`.
    void invalidate(VkDeviceSize offset, VkDeviceSize size) const
    {
        std::memcpy(
            seen() + (offset - m_offsetBytes), m_memory + (offset - m_offsetBytes), lengthOf(offset, size));
    }
    void flush(VkDeviceSize offset, VkDeviceSize size) const
    {
        std::memcpy(
            m_memory + (offset - m_offsetBytes), seen() + (offset - m_offsetBytes), lengthOf(offset, size));
    }

private:
    static constexpr std::align_val_t alignment {4096}; // of all that drivers map
    struct Free {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };

    [[nodiscard]] uint64_t lengthOf(VkDeviceSize offset, VkDeviceSize size) const
    {
        return std::min<uint64_t>(size, m_sizeBytes - (offset - m_offsetBytes));
    }

    std::byte* m_memory;
    uint64_t m_offsetBytes;
    uint64_t m_sizeBytes;
    std::unique_ptr<std::byte, Free> m_seen;
};

} // namespace weightless::testing
