// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/slabs.h"

#include "engine/plan/arena.h"

#include <algorithm>
#include <utility>

namespace weightless {

Slabs::Slabs(const vulkan::Device& device, uint64_t sizeBytes, uint64_t slabBytes)
    : m_sizeBytes(sizeBytes)
    , m_slabBytes(slabBytes)
{
    uint64_t left = sizeBytes;
    do { // also of nothing: what binds it needs a buffer
        const uint64_t bytes = std::min(left, slabBytes);
        m_buffers.push_back(std::make_shared<const vulkan::Buffer>(device.createActivationBuffer(bytes)));
        left -= bytes;
    } while (left > 0);
}

Slabs::Slabs(std::shared_ptr<const vulkan::Buffer> whole)
    : m_buffers {std::move(whole)}
    , m_sizeBytes(m_buffers.front()->sizeBytes())
    , m_slabBytes(plan::onlySlab)
{
}

vulkan::BufferRange Slabs::range(uint64_t offsetBytes, uint64_t sizeBytes) const
{
    const uint64_t slab = offsetBytes / m_slabBytes;
    // Nothing may begin where the last slab ends.
    const uint64_t index = std::min<uint64_t>(slab, m_buffers.size() - 1);
    return vulkan::BufferRange::of(m_buffers[index]).part(offsetBytes - index * m_slabBytes, sizeBytes);
}

} // namespace weightless
