// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/internal/commandbufferinternals.h"

#include <cstddef>
#include <memory>
#include <span>

namespace weightless::vulkan {

// Hands out descriptor sets and address tables that live as long as the command buffer they are recorded
// into.
class DescriptorAllocator {
public:
    explicit DescriptorAllocator(CommandBufferInternals& commandBuffer)
        : m_commandBuffer(commandBuffer)
    {
    }

    // A set with what the layout has for each element of `buffers`.
    [[nodiscard]] VkDescriptorSet createSet(
        const KernelLayout& layout, std::span<const VkDescriptorBufferInfo> buffers);

    // A table of maxKernelTensors addresses in device memory; missing ones are 0.
    [[nodiscard]] VkDescriptorBufferInfo createAddressTable(std::span<const uint64_t> addresses);

    // A buffer nobody reads or writes, for tensors without elements.
    [[nodiscard]] const Buffer& emptyBuffer();

private:
    void addPool();
    [[nodiscard]] VkBufferView createTexelView(const VkDescriptorBufferInfo& part);

    CommandBufferInternals& m_commandBuffer;
    size_t m_poolCount = 0; // in use
    uint32_t m_poolSets = 0; // of the newest of them
    uint32_t m_freeSets = 0;
    std::shared_ptr<const Buffer> m_table; // the newest block of tables
    uint64_t m_tableUsedBytes = 0;
    std::shared_ptr<const Buffer> m_empty;
};

} // namespace weightless::vulkan
