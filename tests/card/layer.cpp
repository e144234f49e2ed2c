// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/layer.h"

#include <algorithm>

namespace weightless::testing {

PFN_vkVoidFunction find(std::span<const NamedFunction> functions, std::string_view name)
{
    const auto found = std::ranges::find(functions, name, &NamedFunction::first);
    return found != functions.end() ? found->second : nullptr;
}

VkResult createInstanceBelow(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
    VkInstance* instance, InstanceBelow& below)
{
    auto* chain = linkInChain<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (chain == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    below.next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    const VkResult result =
        below.function<PFN_vkCreateInstance>("vkCreateInstance")(info, allocator, instance);
    if (result == VK_SUCCESS) {
        below.handle = *instance;
        below.destroy = below.function<PFN_vkDestroyInstance>("vkDestroyInstance");
        below.createDevice = below.function<PFN_vkCreateDevice>("vkCreateDevice");
    }
    return result;
}

VkResult createDeviceBelow(const InstanceBelow& instance, VkPhysicalDevice physical,
    const VkDeviceCreateInfo* info, const VkAllocationCallbacks* allocator, VkDevice* device,
    DeviceBelow& below)
{
    auto* chain = linkInChain<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (chain == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    below.next = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    const VkResult result = instance.createDevice(physical, info, allocator, device);
    if (result == VK_SUCCESS) {
        below.handle = *device;
    }
    return result;
}

VkResult negotiate(VkNegotiateLayerInterface& interface, PFN_vkGetInstanceProcAddr instanceFunctions,
    PFN_vkGetDeviceProcAddr deviceFunctions)
{
    if (interface.loaderLayerInterfaceVersion < 2) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    interface.loaderLayerInterfaceVersion = 2;
    interface.pfnGetInstanceProcAddr = instanceFunctions;
    interface.pfnGetDeviceProcAddr = deviceFunctions;
    interface.pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}

} // namespace weightless::testing
