// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/links.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

namespace weightless::testing {

Links<DeviceLink>& devices()
{
    static Links<DeviceLink> links;
    return links;
}

namespace {

constexpr uint32_t realFamily = 0;
constexpr uint32_t realMemoryType = 0;

VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks* allocator)
{
    if (device != VK_NULL_HANDLE) {
        devices().take(device)->function<PFN_vkDestroyDevice>("vkDestroyDevice")(device, allocator);
    }
}

VKAPI_ATTR void VKAPI_CALL getQueue(VkDevice device, uint32_t, uint32_t, VkQueue* queue)
{
    devices().of(device)->function<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device, realFamily, 0, queue);
}

bool hasImports(DeviceLink& link)
{
    const std::lock_guard lock(link.memoryMutex);
    return std::ranges::any_of(link.memory, [](const auto& entry) { return entry.second.isImport; });
}

VKAPI_ATTR VkResult VKAPI_CALL queueSubmit(
    VkQueue queue, uint32_t count, const VkSubmitInfo* submissions, VkFence fence)
{
    const auto link = devices().of(queue);
    if (link->instance->disguise.losesImports() && hasImports(*link)) {
        return VK_ERROR_DEVICE_LOST;
    }
    const std::lock_guard lock(link->queueMutex);
    return link->function<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, count, submissions, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL createCommandPool(VkDevice device, const VkCommandPoolCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkCommandPool* pool)
{
    VkCommandPoolCreateInfo real = *info;
    real.queueFamilyIndex = realFamily;
    return devices().of(device)->function<PFN_vkCreateCommandPool>("vkCreateCommandPool")(
        device, &real, allocator, pool);
}

VKAPI_ATTR VkResult VKAPI_CALL createBuffer(
    VkDevice device, const VkBufferCreateInfo* info, const VkAllocationCallbacks* allocator, VkBuffer* buffer)
{
    VkBufferCreateInfo real = *info;
    real.sharingMode = VK_SHARING_MODE_EXCLUSIVE; // among queues that are one
    real.queueFamilyIndexCount = 0;
    return devices().of(device)->function<PFN_vkCreateBuffer>("vkCreateBuffer")(
        device, &real, allocator, buffer);
}

VKAPI_ATTR void VKAPI_CALL getBufferMemory(
    VkDevice device, VkBuffer buffer, VkMemoryRequirements* requirements)
{
    const auto link = devices().of(device);
    link->function<PFN_vkGetBufferMemoryRequirements>("vkGetBufferMemoryRequirements")(
        device, buffer, requirements);
    requirements->memoryTypeBits = link->instance->disguise.bufferTypes();
}

VKAPI_ATTR VkResult VKAPI_CALL getHostPointer(VkDevice device, VkExternalMemoryHandleTypeFlagBits kind,
    const void* pointer, VkMemoryHostPointerPropertiesEXT* properties)
{
    const auto link = devices().of(device);
    const VkResult result = link->function<PFN_vkGetMemoryHostPointerPropertiesEXT>(
        "vkGetMemoryHostPointerPropertiesEXT")(device, kind, pointer, properties);
    properties->memoryTypeBits = link->instance->disguise.importTypes();
    return result;
}

// Counts it, unless the heap has no room; false then.
bool takeHeap(DeviceLink& link, uint32_t type, uint64_t bytes)
{
    const uint32_t heap = link.instance->disguise.heapOf(type);
    const std::lock_guard lock(link.instance->mutex);
    uint64_t& usage = link.instance->heapUsage[heap];
    if (usage + bytes > link.instance->disguise.heapBytes(heap)) {
        return false;
    }
    usage += bytes;
    return true;
}

void giveHeap(DeviceLink& link, uint32_t type, uint64_t bytes)
{
    const std::lock_guard lock(link.instance->mutex);
    link.instance->heapUsage[link.instance->disguise.heapOf(type)] -= bytes;
}

// What fresh memory of a card holds, nobody knows: here it holds no number.
void spoil(const DeviceLink& link, VkDeviceMemory memory, uint64_t bytes)
{
    void* address = nullptr;
    if (link.function<PFN_vkMapMemory>("vkMapMemory")(link.handle, memory, 0, VK_WHOLE_SIZE, 0, &address)
        == VK_SUCCESS) {
        std::memset(address, 0xff, bytes);
        link.function<PFN_vkUnmapMemory>("vkUnmapMemory")(link.handle, memory);
    }
}

VKAPI_ATTR VkResult VKAPI_CALL allocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
    const VkAllocationCallbacks* allocator, VkDeviceMemory* memory)
{
    constexpr size_t mostAllocations = 4096;
    const auto link = devices().of(device);
    {
        const std::lock_guard lock(link->memoryMutex);
        if (link->memory.size() >= mostAllocations) {
            return VK_ERROR_TOO_MANY_OBJECTS;
        }
    }
    const uint32_t type = info->memoryTypeIndex;
    if (!takeHeap(*link, type, info->allocationSize)) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    VkMemoryAllocateInfo real = *info;
    real.memoryTypeIndex = realMemoryType;
    const VkResult result =
        link->function<PFN_vkAllocateMemory>("vkAllocateMemory")(device, &real, allocator, memory);
    if (result != VK_SUCCESS) {
        giveHeap(*link, type, info->allocationSize);
        return result;
    }
    const bool isImport = inChain<VkImportMemoryHostPointerInfoEXT>(
                              info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT)
        != nullptr;
    if (!isImport) {
        spoil(*link, *memory, info->allocationSize);
    }
    const std::lock_guard lock(link->memoryMutex);
    link->memory[*memory] = {.type = type, .bytes = info->allocationSize, .isImport = isImport};
    return result;
}

VKAPI_ATTR void VKAPI_CALL freeMemory(
    VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* allocator)
{
    const auto link = devices().of(device);
    {
        const std::lock_guard lock(link->memoryMutex);
        if (const auto found = link->memory.find(memory); found != link->memory.end()) {
            giveHeap(*link, found->second.type, found->second.bytes);
            link->memory.erase(found);
        }
    }
    link->function<PFN_vkFreeMemory>("vkFreeMemory")(device, memory, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL mapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
    VkDeviceSize size, VkMemoryMapFlags flags, void** address)
{
    const auto link = devices().of(device);
    const std::lock_guard lock(link->memoryMutex);
    DeviceLink::Allocation& allocation = link->memory.at(memory);
    const VkMemoryPropertyFlags properties = link->instance->disguise.flagsOf(allocation.type);
    if ((properties & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) == 0) {
        return VK_ERROR_MEMORY_MAP_FAILED;
    }
    const VkResult result =
        link->function<PFN_vkMapMemory>("vkMapMemory")(device, memory, offset, size, flags, address);
    if (result == VK_SUCCESS && (properties & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) == 0) {
        const uint64_t bytes = size == VK_WHOLE_SIZE ? allocation.bytes - offset : size;
        allocation.cached = std::make_shared<CachedMapping>(static_cast<std::byte*>(*address), offset, bytes);
        *address = allocation.cached->seen();
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL unmapMemory(VkDevice device, VkDeviceMemory memory)
{
    const auto link = devices().of(device);
    const std::lock_guard lock(link->memoryMutex);
    link->memory.at(memory).cached.reset();
    link->function<PFN_vkUnmapMemory>("vkUnmapMemory")(device, memory);
}

// Ranges of memory that is not coherent, by what is to be done with them.
template <typename Work>
void forEachCached(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges, Work&& work)
{
    const auto link = devices().of(device);
    const std::lock_guard lock(link->memoryMutex);
    for (const VkMappedMemoryRange& range : std::span(ranges, count)) {
        if (const auto& cached = link->memory.at(range.memory).cached) {
            work(*cached, range);
        }
    }
}

VKAPI_ATTR VkResult VKAPI_CALL invalidateRanges(
    VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges)
{
    const VkResult result = devices().of(device)->function<PFN_vkInvalidateMappedMemoryRanges>(
        "vkInvalidateMappedMemoryRanges")(device, count, ranges);
    if (result == VK_SUCCESS) {
        forEachCached(device, count, ranges, [](CachedMapping& cached, const VkMappedMemoryRange& range) {
            cached.invalidate(range.offset, range.size);
        });
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL flushRanges(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges)
{
    forEachCached(device, count, ranges, [](CachedMapping& cached, const VkMappedMemoryRange& range) {
        cached.flush(range.offset, range.size);
    });
    return devices().of(device)->function<PFN_vkFlushMappedMemoryRanges>("vkFlushMappedMemoryRanges")(
        device, count, ranges);
}

} // namespace

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkDevice* device)
{
    auto link = std::make_shared<DeviceLink>();
    link->instance = instances().of(physical);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue {};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = realFamily;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo real = *info;
    real.queueCreateInfoCount = 1;
    real.pQueueCreateInfos = &queue;
    const VkResult result = createDeviceBelow(*link->instance, physical, &real, allocator, device, *link);
    if (result == VK_SUCCESS) {
        devices().add(*device, std::move(link));
    }
    return result;
}

PFN_vkVoidFunction deviceFunction(const char* name)
{
    static const NamedFunction own[] {
        {"vkGetDeviceProcAddr", erased(getDeviceProcAddr)},
        {"vkDestroyDevice", erased(destroyDevice)},
        {"vkGetDeviceQueue", erased(getQueue)},
        {"vkQueueSubmit", erased(queueSubmit)},
        {"vkCreateCommandPool", erased(createCommandPool)},
        {"vkCreateBuffer", erased(createBuffer)},
        {"vkGetBufferMemoryRequirements", erased(getBufferMemory)},
        {"vkGetMemoryHostPointerPropertiesEXT", erased(getHostPointer)},
        {"vkAllocateMemory", erased(allocateMemory)},
        {"vkFreeMemory", erased(freeMemory)},
        {"vkMapMemory", erased(mapMemory)},
        {"vkUnmapMemory", erased(unmapMemory)},
        {"vkInvalidateMappedMemoryRanges", erased(invalidateRanges)},
        {"vkFlushMappedMemoryRanges", erased(flushRanges)},
    };
    return find(own, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name)
{
    const PFN_vkVoidFunction own = deviceFunction(name);
    return own != nullptr ? own : devices().of(device)->next(device, name);
}

} // namespace weightless::testing
