// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/weightarena.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>

namespace weightless::vulkan {

WeightArena::WeightArena(std::shared_ptr<const Device> device, uint64_t expectedBytes, uint64_t blockBytes)
    : m_device(std::move(device))
    , m_expectedBytes(expectedBytes)
    , m_blockBytes(std::max(blockBytes, rangeAlignmentBytes))
{
}

BufferRange WeightArena::allocate(uint64_t sizeBytes)
{
    const uint64_t rangeBytes = sizeBytes > UINT64_MAX / 2
        ? sizeBytes
        : alignUp(std::max<uint64_t>(sizeBytes, 1), rangeAlignmentBytes);
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_blocks, [](const Block& block) { return block.buffer.expired(); });
    for (Block& block : m_blocks) {
        const uint64_t freeBytes = block.sizeBytes - block.usedBytes;
        if (std::shared_ptr<const Buffer> buffer = rangeBytes <= freeBytes ? block.buffer.lock() : nullptr) {
            const uint64_t offsetBytes = block.usedBytes;
            block.usedBytes += rangeBytes;
            m_servedBytes += rangeBytes;
            return {std::move(buffer), offsetBytes, sizeBytes};
        }
    }
    std::shared_ptr<const Buffer> buffer = createBlock(rangeBytes);
    m_blocks.push_back({buffer, rangeBytes, buffer->sizeBytes()});
    m_servedBytes += rangeBytes;
    return {std::move(buffer), 0, sizeBytes};
}

std::shared_ptr<const Buffer> WeightArena::createBlock(uint64_t neededBytes) const
{
    const uint64_t expectedBytes = m_expectedBytes > m_servedBytes ? m_expectedBytes - m_servedBytes : 0;
    // The last block is cut to what is left; beyond the expectation blocks stay small.
    const uint64_t usualBytes = m_expectedBytes == 0
        ? m_blockBytes
        : std::min(m_blockBytes, std::max(alignUp(expectedBytes, rangeAlignmentBytes), MiB));
    if (neededBytes < usualBytes) {
        try {
            return std::make_shared<const Buffer>(m_device->createWeightsBuffer(usualBytes));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::OutOfMemory) {
                throw;
            }
        }
    }
    return std::make_shared<const Buffer>(m_device->createWeightsBuffer(neededBytes));
}

size_t WeightArena::blockCount() const
{
    const std::scoped_lock lock(m_mutex);
    return static_cast<size_t>(std::count_if(
        m_blocks.begin(), m_blocks.end(), [](const Block& block) { return !block.buffer.expired(); }));
}

} // namespace weightless::vulkan
