// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace weightless::vulkan {

// Packs weights into few large allocations: drivers allow some 4,096 allocations, models have thousands of
// tensors. A block is freed when the last range in it dies; the arena itself keeps no block alive. The space
// of a range that died inside a living block serves the next ones: a load that is given up and begun again
// takes no more than one that is not. Any thread.
class WeightArena {
public:
    static constexpr uint64_t defaultBlockBytes = 127ull << 20; // no power of two: internal/texelsizes.h
    static constexpr uint64_t rangeAlignmentBytes = 256;
    static constexpr uint64_t smallBlockBytes = (1ull << 20) + rangeAlignmentBytes; // nor is this one

    // `expectedBytes`: as expect(); 0 when unknown.
    explicit WeightArena(std::shared_ptr<const Device> device, uint64_t expectedBytes = 0,
        uint64_t blockBytes = defaultBlockBytes);

    // All ranges to come from here on, as bytesOf() each, so that the last block can be cut to them. Beyond
    // the expectation blocks stay small.
    void expect(uint64_t bytes);
    // So many bytes more than what was expected.
    void expectMore(uint64_t bytes);

    // A range of exactly `sizeBytes` at a multiple of rangeAlignmentBytes. A tensor larger than a block gets
    // an allocation of its own. OutOfMemory only when not even the tensor alone fits.
    [[nodiscard]] BufferRange allocate(uint64_t sizeBytes);

    // What a range of this size takes.
    [[nodiscard]] static uint64_t bytesOf(uint64_t sizeBytes);
    // What would be allocated, beside the blocks there are, for ranges of these sizes in this order, all of
    // them expected.
    [[nodiscard]] uint64_t predictGrowth(std::span<const uint64_t> sizes) const;
    // The same of an arena that has no block yet.
    [[nodiscard]] static uint64_t predictBytes(
        std::span<const uint64_t> sizes, uint64_t blockBytes = defaultBlockBytes);

    // What the blocks take that are alive.
    [[nodiscard]] uint64_t heldBytes() const;
    // How many those are, for tests and reports.
    [[nodiscard]] size_t blockCount() const;

private:
    struct Block;
    class Range;

    [[nodiscard]] Buffer createBlock(uint64_t neededBytes) const;

    std::shared_ptr<const Device> m_device;
    uint64_t m_blockBytes;
    mutable std::mutex m_mutex;
    uint64_t m_expectedBytes; // 0: unknown
    uint64_t m_servedBytes = 0; // of those
    std::vector<std::weak_ptr<Block>> m_blocks;
};

} // namespace weightless::vulkan
