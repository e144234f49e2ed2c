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
// tensors. A block is freed when the last range in it dies; the arena itself keeps no block alive. Space of a
// range that died inside a living block is not reused: weights come once and stay. Any thread.
class WeightArena {
public:
    static constexpr uint64_t defaultBlockBytes = 128ull << 20;
    static constexpr uint64_t rangeAlignmentBytes = 256;

    // `expectedBytes`: all sizes to come, each rounded up to rangeAlignmentBytes, so that the last block can
    // be cut to it; 0 when unknown.
    explicit WeightArena(std::shared_ptr<const Device> device, uint64_t expectedBytes = 0,
        uint64_t blockBytes = defaultBlockBytes);

    // A range of exactly `sizeBytes` at a multiple of rangeAlignmentBytes. A tensor larger than a block gets
    // an allocation of its own. OutOfMemory only when not even the tensor alone fits.
    [[nodiscard]] BufferRange allocate(uint64_t sizeBytes);

    // What an arena that expects all of them would allocate for ranges of these sizes, in this order.
    [[nodiscard]] static uint64_t predictBytes(
        std::span<const uint64_t> sizes, uint64_t blockBytes = defaultBlockBytes);

    // Blocks alive, for tests and reports.
    [[nodiscard]] size_t blockCount() const;

private:
    struct Block {
        std::weak_ptr<const Buffer> buffer;
        uint64_t usedBytes = 0;
        uint64_t sizeBytes = 0;
    };

    [[nodiscard]] std::shared_ptr<const Buffer> createBlock(uint64_t neededBytes) const;

    std::shared_ptr<const Device> m_device;
    uint64_t m_expectedBytes;
    uint64_t m_blockBytes;
    mutable std::mutex m_mutex;
    uint64_t m_servedBytes = 0;
    std::vector<Block> m_blocks;
};

} // namespace weightless::vulkan
