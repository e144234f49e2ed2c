// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/weightarena.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace weightless::vulkan {

namespace {

// The free parts of a block, those that touch made one. Parts are moved and never made anew, so that giving
// one back needs no memory.
class FreeSpace {
    using Parts = std::map<uint64_t, uint64_t>; // size by offset

public:
    using Part = Parts::node_type;

    explicit FreeSpace(uint64_t bytes) { m_parts.emplace(0, bytes); }

    // The offset of the first part that is large enough.
    std::optional<uint64_t> take(uint64_t bytes) noexcept
    {
        const auto found =
            std::ranges::find_if(m_parts, [&](const auto& each) { return each.second >= bytes; });
        if (found == m_parts.end()) {
            return std::nullopt;
        }
        Part part = m_parts.extract(found);
        const uint64_t offset = part.key();
        if (part.mapped() > bytes) {
            part.key() += bytes;
            part.mapped() -= bytes;
            m_parts.insert(std::move(part));
        }
        return offset;
    }

    void give(Part&& given) noexcept
    {
        auto part = m_parts.insert(std::move(given)).position;
        if (const auto next = std::next(part);
            next != m_parts.end() && next->first == part->first + part->second) {
            part->second += next->second;
            m_parts.erase(next);
        }
        if (part != m_parts.begin()) {
            const auto previous = std::prev(part);
            if (previous->first + previous->second == part->first) {
                previous->second += part->second;
                m_parts.erase(part);
            }
        }
    }

    // A part of nowhere, for the place and size of one that is taken.
    [[nodiscard]] static Part makePart()
    {
        Parts one {{0, 0}};
        return one.extract(one.begin());
    }

private:
    Parts m_parts;
};

// The last block is cut to what is left; beyond the expectation (0: none) blocks stay small.
uint64_t usualBlockBytes(uint64_t expectedBytes, uint64_t servedBytes, uint64_t blockBytes)
{
    if (expectedBytes == 0) {
        return blockBytes;
    }
    const uint64_t wantedBytes = expectedBytes > servedBytes
        ? alignUp(expectedBytes - servedBytes, WeightArena::rangeAlignmentBytes)
        : WeightArena::smallBlockBytes;
    return std::min(blockBytes, wantedBytes);
}

uint64_t predictBeside(std::vector<FreeSpace> blocks, std::span<const uint64_t> sizes, uint64_t blockBytes)
{
    uint64_t expectedBytes = 0;
    for (const uint64_t size : sizes) {
        expectedBytes += WeightArena::bytesOf(size);
    }
    uint64_t allocatedBytes = 0;
    uint64_t servedBytes = 0;
    for (const uint64_t size : sizes) {
        const uint64_t bytes = WeightArena::bytesOf(size);
        if (std::ranges::none_of(blocks, [&](FreeSpace& block) { return block.take(bytes).has_value(); })) {
            const uint64_t newBytes =
                std::max(bytes, usualBlockBytes(expectedBytes, servedBytes, blockBytes));
            allocatedBytes += newBytes;
            blocks.emplace_back(newBytes);
            static_cast<void>(blocks.back().take(bytes));
        }
        servedBytes += bytes;
    }
    return allocatedBytes;
}

} // namespace

struct WeightArena::Block {
    explicit Block(Buffer memory)
        : buffer(std::move(memory))
        , free(buffer.sizeBytes())
    {
    }

    [[nodiscard]] std::optional<uint64_t> take(uint64_t bytes) noexcept
    {
        const std::scoped_lock lock(mutex);
        return free.take(bytes);
    }

    Buffer buffer;
    std::mutex mutex; // of free
    FreeSpace free;
};

// What the buffer of a BufferRange points into: gives the space back when nobody names it any more, which
// must not fail. So what that needs is made before any space is taken.
class WeightArena::Range {
public:
    Range() = default;
    ~Range()
    {
        if (m_block) {
            const std::scoped_lock lock(m_block->mutex);
            m_block->free.give(std::move(m_part));
        }
    }
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;

    // False when the block has no room. Once.
    bool takeFrom(const std::shared_ptr<Block>& block, uint64_t bytes) noexcept
    {
        const auto offset = block->take(bytes);
        if (offset) {
            m_part.key() = *offset;
            m_part.mapped() = bytes;
            m_block = block;
        }
        return offset.has_value();
    }

    [[nodiscard]] const Buffer* buffer() const { return &m_block->buffer; }
    [[nodiscard]] uint64_t offsetBytes() const { return m_part.key(); }

private:
    std::shared_ptr<Block> m_block;
    FreeSpace::Part m_part = FreeSpace::makePart();
};

WeightArena::WeightArena(std::shared_ptr<const Device> device, uint64_t expectedBytes, uint64_t blockBytes)
    : m_device(std::move(device))
    , m_blockBytes(std::max(blockBytes, rangeAlignmentBytes))
    , m_expectedBytes(expectedBytes)
{
}

void WeightArena::expect(uint64_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_expectedBytes = bytes;
    m_servedBytes = 0;
}

void WeightArena::expectMore(uint64_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_expectedBytes = std::max(m_expectedBytes, m_servedBytes) + bytes;
}

uint64_t WeightArena::bytesOf(uint64_t sizeBytes)
{
    return sizeBytes > UINT64_MAX / 2 ? sizeBytes
                                      : alignUp(std::max<uint64_t>(sizeBytes, 1), rangeAlignmentBytes);
}

uint64_t WeightArena::predictBytes(std::span<const uint64_t> sizes, uint64_t blockBytes)
{
    return predictBeside({}, sizes, blockBytes);
}

uint64_t WeightArena::predictGrowth(std::span<const uint64_t> sizes) const
{
    std::vector<FreeSpace> blocks;
    const std::scoped_lock lock(m_mutex);
    for (const auto& weak : m_blocks) {
        if (const auto block = weak.lock()) {
            const std::scoped_lock blockLock(block->mutex);
            blocks.push_back(block->free);
        }
    }
    return predictBeside(std::move(blocks), sizes, m_blockBytes);
}

uint64_t WeightArena::heldBytes() const
{
    uint64_t bytes = 0;
    const std::scoped_lock lock(m_mutex);
    for (const auto& weak : m_blocks) {
        if (const auto block = weak.lock()) {
            bytes += block->buffer.sizeBytes();
        }
    }
    return bytes;
}

BufferRange WeightArena::allocate(uint64_t sizeBytes)
{
    const uint64_t bytes = bytesOf(sizeBytes);
    const auto range = std::make_shared<Range>();
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_blocks, [](const auto& block) { return block.expired(); });
    const bool fits = std::ranges::any_of(m_blocks, [&](const auto& weak) {
        const std::shared_ptr<Block> block = weak.lock();
        return block && range->takeFrom(block, bytes);
    });
    if (!fits) {
        const auto block = std::make_shared<Block>(createBlock(bytes));
        m_blocks.push_back(block);
        range->takeFrom(block, bytes);
    }
    m_servedBytes += bytes;
    return {std::shared_ptr<const Buffer>(range, range->buffer()), range->offsetBytes(), sizeBytes};
}

Buffer WeightArena::createBlock(uint64_t neededBytes) const
{
    const uint64_t usualBytes = usualBlockBytes(m_expectedBytes, m_servedBytes, m_blockBytes);
    if (neededBytes < usualBytes) {
        try {
            return m_device->createWeightsBuffer(usualBytes);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::OutOfMemory) {
                throw;
            }
        }
    }
    return m_device->createWeightsBuffer(neededBytes);
}

size_t WeightArena::blockCount() const
{
    const std::scoped_lock lock(m_mutex);
    return static_cast<size_t>(
        std::ranges::count_if(m_blocks, [](const auto& block) { return !block.expired(); }));
}

} // namespace weightless::vulkan
