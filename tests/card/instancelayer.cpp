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

template <typename Function>
void resolve(const InstanceLink& link, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(link.next(link.handle, name));
}

VKAPI_ATTR VkResult VKAPI_CALL createInstance(
    const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator, VkInstance* instance)
{
    auto* chain = linkInChain<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (chain == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    auto link = std::make_shared<InstanceLink>();
    link->next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    const auto create =
        reinterpret_cast<PFN_vkCreateInstance>(link->next(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult result = create(info, allocator, instance);
    if (result == VK_SUCCESS) {
        link->handle = *instance;
        resolve(*link, "vkDestroyInstance", link->destroy);
        resolve(*link, "vkCreateDevice", link->createDevice);
        resolve(*link, "vkGetPhysicalDeviceProperties", link->properties);
        resolve(*link, "vkGetPhysicalDeviceProperties2", link->properties2);
        resolve(*link, "vkGetPhysicalDeviceQueueFamilyProperties", link->queueFamilies);
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
    if (interface->loaderLayerInterfaceVersion < 2) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = weightless::testing::getInstanceProcAddr;
    interface->pfnGetDeviceProcAddr = weightless::testing::getDeviceProcAddr;
    interface->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
