// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/descriptors.h"

#include "engine/base/bytes.h"
#include "engine/vulkan/internal/allocation.h"
#include "engine/vulkan/internal/bufferinternals.h"
#include "engine/vulkan/internal/bufferranges.h"
#include "engine/vulkan/internal/spirv.h"
#include "engine/vulkan/internal/texelsizes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace weightless::vulkan {

namespace {

constexpr uint32_t firstPoolSets = 32;
constexpr uint32_t largestPoolSets = 1024;
constexpr uint64_t tableBytes = maxKernelTensors * sizeof(uint64_t);
constexpr uint64_t tableBlockBytes = 16 * KiB;

} // namespace

void DescriptorAllocator::addPool()
{
    auto& pools = m_commandBuffer.memory.descriptorPools;
    if (m_poolCount < pools.size()) { // of what was recorded into the same memory before
        m_poolSets = m_freeSets = pools[m_poolCount++].sets;
        return;
    }
    m_poolSets = std::clamp(m_poolSets * 2, firstPoolSets, largestPoolSets);
    // Whatever a kernel has of which: descriptors are small.
    const uint32_t tensors = m_poolSets * static_cast<uint32_t>(maxKernelTensors);
    const std::array<VkDescriptorPoolSize, 2> sizes {
        {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, tensors}, {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, tensors}}};
    VkDescriptorPoolCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.maxSets = m_poolSets;
    info.poolSizeCount = static_cast<uint32_t>(sizes.size());
    info.pPoolSizes = sizes.data();
    const DeviceInternals& device = *m_commandBuffer.device;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    device.check(device.calls.table.vkCreateDescriptorPool(device.calls.handle, &info, nullptr, &pool),
        "create a descriptor pool");
    pools.push_back({DescriptorPoolHandle(device.calls, pool), m_poolSets});
    m_freeSets = m_poolSets;
    ++m_poolCount;
}

VkBufferView DescriptorAllocator::createTexelView(const VkDescriptorBufferInfo& part)
{
    VkBufferViewCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
    info.buffer = part.buffer;
    info.format = VK_FORMAT_R32G32B32A32_UINT;
    info.offset = part.offset;
    info.range = part.range;
    const DeviceInternals& device = *m_commandBuffer.device;
    VkBufferView view = VK_NULL_HANDLE;
    device.check(device.calls.table.vkCreateBufferView(device.calls.handle, &info, nullptr, &view),
        "create a view of a tensor");
    BufferViewHandle handle(device.calls, view); // owned before the list grows
    m_commandBuffer.texelViews.push_back(std::move(handle));
    return view;
}

VkDescriptorSet DescriptorAllocator::createSet(
    const KernelLayout& layout, std::span<const VkDescriptorBufferInfo> buffers)
{
    if (m_freeSets == 0) {
        addPool();
    }
    const DeviceInternals& device = *m_commandBuffer.device;
    const VkDescriptorSetLayout setLayout = layout.set.get();
    VkDescriptorSetAllocateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = m_commandBuffer.memory.descriptorPools[m_poolCount - 1].handle.get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &setLayout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    device.check(device.calls.table.vkAllocateDescriptorSets(device.calls.handle, &info, &set),
        "allocate a descriptor set");
    --m_freeSets;

    std::array<VkWriteDescriptorSet, maxKernelTensors> writes {};
    std::array<VkBufferView, maxKernelTensors> views {};
    for (uint32_t i = 0; i < buffers.size(); ++i) {
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstSet = set;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        if (hasTexels(layout.texelSlots, i)) {
            views[i] = createTexelView(buffers[i]);
            writes[i].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
            writes[i].pTexelBufferView = &views[i];
        } else {
            writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
            writes[i].pBufferInfo = &buffers[i];
        }
    }
    device.calls.table.vkUpdateDescriptorSets(
        device.calls.handle, static_cast<uint32_t>(buffers.size()), writes.data(), 0, nullptr);
    return set;
}

VkDescriptorBufferInfo DescriptorAllocator::createAddressTable(std::span<const uint64_t> addresses)
{
    const uint64_t stride =
        alignUp(tableBytes, m_commandBuffer.device->physical.info.traits.storageOffsetAlignmentBytes);
    if (!m_table || m_tableUsedBytes + stride > m_table->sizeBytes()) {
        m_table = std::make_shared<const Buffer>(createBuffer(
            m_commandBuffer.device, BufferIntent::Parameters, std::max(tableBlockBytes, stride)));
        m_tableUsedBytes = 0;
        m_commandBuffer.kept.insert(m_table);
    }
    std::array<uint64_t, maxKernelTensors> entries {};
    std::copy_n(addresses.begin(), std::min(addresses.size(), entries.size()), entries.begin());
    const VkDescriptorBufferInfo table {bufferHandle(*m_table), m_tableUsedBytes, tableBytes};
    std::memcpy(m_table->mapped().data() + m_tableUsedBytes, entries.data(), tableBytes);
    m_tableUsedBytes += stride;
    return table;
}

const Buffer& DescriptorAllocator::emptyBuffer()
{
    if (!m_empty) {
        m_empty = std::make_shared<const Buffer>(
            createBuffer(m_commandBuffer.device, BufferIntent::Parameters, texelPaddingBytes + texelBytes));
        m_commandBuffer.kept.insert(m_empty);
    }
    return *m_empty;
}

} // namespace weightless::vulkan
