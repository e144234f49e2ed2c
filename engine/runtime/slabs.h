// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace weightless {

// Device memory of a plan: one buffer, or several of the device's largest allocation (Plan::slabBytes), as an
// arena may be larger than that. One thread.
class Slabs {
public:
    Slabs() = default;
    // OutOfMemory.
    Slabs(const vulkan::Device& device, uint64_t sizeBytes, uint64_t slabBytes);

    // A buffer that is there, as the only slab.
    explicit Slabs(std::shared_ptr<const vulkan::Buffer> whole);

    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; }
    [[nodiscard]] uint64_t slabBytes() const { return m_slabBytes; }

    // Where a tensor lies. InvalidArgument when it leaves its slab.
    [[nodiscard]] vulkan::BufferRange range(uint64_t offsetBytes, uint64_t sizeBytes) const;

private:
    std::vector<std::shared_ptr<const vulkan::Buffer>> m_buffers;
    uint64_t m_sizeBytes = 0;
    uint64_t m_slabBytes = 1;
};

} // namespace weightless
