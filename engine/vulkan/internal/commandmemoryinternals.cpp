// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/commandmemoryinternals.h"

#include <utility>

namespace weightless::vulkan {

RecordedMemory makeRecordedMemory(const DeviceInternals& device, const Queue& queue)
{
    const VolkDeviceTable& table = device.calls.table;
    VkCommandPoolCreateInfo poolInfo {};
    poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    poolInfo.queueFamilyIndex = queue.family;
    VkCommandPool pool = VK_NULL_HANDLE;
    device.check(
        table.vkCreateCommandPool(device.calls.handle, &poolInfo, nullptr, &pool), "create a command pool");
    RecordedMemory memory;
    memory.pool = CommandPoolHandle(device.calls, pool);

    VkCommandBufferAllocateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    device.check(table.vkAllocateCommandBuffers(device.calls.handle, &info, &memory.handle),
        "create a command buffer");
    return memory;
}

RecordedMemory CommandMemoryInternals::take()
{
    RecordedMemory memory;
    {
        const std::scoped_lock lock(mutex);
        if (spare.empty()) {
            memory = makeRecordedMemory(*device, device->queue(queue));
            spare.reserve(++poolCount); // so that giving back needs no memory
            return memory;
        }
        memory = std::move(spare.back());
        spare.pop_back();
    }
    // Resetting keeps what the pools have allocated.
    const VolkDeviceTable& table = device->calls.table;
    device->check(
        table.vkResetCommandPool(device->calls.handle, memory.pool.get(), 0), "reset a command pool");
    for (const RecordedMemory::DescriptorPool& pool : memory.descriptorPools) {
        device->check(table.vkResetDescriptorPool(device->calls.handle, pool.handle.get(), 0),
            "reset a descriptor pool");
    }
    return memory;
}

void CommandMemoryInternals::give(RecordedMemory&& memory) noexcept
{
    const std::scoped_lock lock(mutex);
    if (spare.size() < spare.capacity()) {
        spare.push_back(std::move(memory));
    }
}

} // namespace weightless::vulkan
