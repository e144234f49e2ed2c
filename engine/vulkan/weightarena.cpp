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

namespace {

uint64_t rangeBytesOf(uint64_t sizeBytes)
{
    return sizeBytes > UINT64_MAX / 2
        ? sizeBytes
        : alignUp(std::max<uint64_t>(sizeBytes, 1), WeightArena::rangeAlignmentBytes);
}

// The last block is cut to what is left; beyond the expectation (0: none) blocks stay small.
uint64_t usualBlockBytes(uint64_t expectedBytes, uint64_t servedBytes, uint64_t blockBytes)
{
    if (expectedBytes == 0) {
        return blockBytes;
    }
    const uint64_t leftBytes = expectedBytes > servedBytes ? expectedBytes - servedBytes : 0;
    return std::min(blockBytes, std::max(alignUp(leftBytes, WeightArena::rangeAlignmentBytes), MiB));
}

} // namespace

uint64_t WeightArena::predictBytes(std::span<const uint64_t> sizes, uint64_t blockBytes)
{
    uint64_t expectedBytes = 0;
    for (const uint64_t size : sizes) {
        expectedBytes += rangeBytesOf(size);
    }
    uint64_t allocatedBytes = 0;
    uint64_t servedBytes = 0;
    std::vector<uint64_t> freeBytes; // of each block
    for (const uint64_t size : sizes) {
        const uint64_t rangeBytes = rangeBytesOf(size);
        const auto block = std::ranges::find_if(freeBytes, [&](uint64_t free) { return rangeBytes <= free; });
        if (block != freeBytes.end()) {
            *block -= rangeBytes;
        } else {
            const uint64_t newBytes =
                std::max(rangeBytes, usualBlockBytes(expectedBytes, servedBytes, blockBytes));
            allocatedBytes += newBytes;
            freeBytes.push_back(newBytes - rangeBytes);
        }
        servedBytes += rangeBytes;
    }
    return allocatedBytes;
}

BufferRange WeightArena::allocate(uint64_t sizeBytes)
{
    const uint64_t rangeBytes = rangeBytesOf(sizeBytes);
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
    const uint64_t usualBytes = usualBlockBytes(m_expectedBytes, m_servedBytes, m_blockBytes);
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
