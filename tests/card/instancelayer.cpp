// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/links.h"

#include <algorithm>
#include <utility>

namespace weightless::testing {

Links<InstanceLink>& instances()
{
    static Links<InstanceLink> links;
    return links;
}

namespace {

VKAPI_ATTR VkResult VKAPI_CALL createInstance(
    const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator, VkInstance* instance)
{
    auto link = std::make_shared<InstanceLink>();
    const VkResult result = createInstanceBelow(info, allocator, instance, *link);
    if (result == VK_SUCCESS) {
        link->properties = link->function<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
        link->properties2 =
            link->function<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2");
        link->queueFamilies = link->function<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
            "vkGetPhysicalDeviceQueueFamilyProperties");
        instances().add(*instance, std::move(link));
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator)
{
    if (instance != VK_NULL_HANDLE) {
        instances().take(instance)->destroy(instance, allocator);
    }
}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties)
{
    const auto link = instances().of(device);
    link->properties(device, properties);
    link->disguise.apply(*properties);
}

VKAPI_ATTR void VKAPI_CALL getProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties)
{
    const auto link = instances().of(device);
    link->properties2(device, properties);
    link->disguise.apply(properties->properties);
}

VKAPI_ATTR void VKAPI_CALL getMemory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* memory)
{
    instances().of(device)->disguise.apply(*memory);
}

VKAPI_ATTR void VKAPI_CALL getMemory2(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties2* memory)
{
    const auto link = instances().of(device);
    link->disguise.apply(memory->memoryProperties);
    if (auto* budget = inChain<VkPhysicalDeviceMemoryBudgetPropertiesEXT>(
            memory->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT)) {
        const std::lock_guard lock(link->mutex);
        for (uint32_t heap = 0; heap < memory->memoryProperties.memoryHeapCount; ++heap) {
            budget->heapBudget[heap] = memory->memoryProperties.memoryHeaps[heap].size;
            budget->heapUsage[heap] = link->heapUsage[heap];
        }
    }
}

VKAPI_ATTR void VKAPI_CALL getQueueFamilies(
    VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* families)
{
    const auto link = instances().of(device);
    if (families == nullptr) {
        *count = Disguise::familyCount;
        return;
    }
    uint32_t one = 1;
    VkQueueFamilyProperties real {};
    link->queueFamilies(device, &one, &real);
    *count = std::min(*count, Disguise::familyCount);
    std::ranges::copy_n(Disguise::families(real).begin(), *count, families);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceProcAddr(VkInstance instance, const char* name)
{
    static const NamedFunction own[] {
        {"vkGetInstanceProcAddr", erased(getInstanceProcAddr)},
        {"vkCreateInstance", erased(createInstance)},
        {"vkDestroyInstance", erased(destroyInstance)},
        {"vkCreateDevice", erased(createDevice)},
        {"vkGetDeviceProcAddr", erased(getDeviceProcAddr)},
        {"vkGetPhysicalDeviceProperties", erased(getProperties)},
        {"vkGetPhysicalDeviceProperties2", erased(getProperties2)},
        {"vkGetPhysicalDeviceMemoryProperties", erased(getMemory)},
        {"vkGetPhysicalDeviceMemoryProperties2", erased(getMemory2)},
        {"vkGetPhysicalDeviceQueueFamilyProperties", erased(getQueueFamilies)},
    };
    for (const PFN_vkVoidFunction function : {find(own, name), deviceFunction(name)}) {
        if (function != nullptr) {
            return function;
        }
    }
    return instance != VK_NULL_HANDLE ? instances().of(instance)->next(instance, name) : nullptr;
}

} // namespace

} // namespace weightless::testing

extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(
    VkNegotiateLayerInterface* interface)
{
    using namespace weightless::testing;
    return negotiate(*interface, getInstanceProcAddr, getDeviceProcAddr);
}
