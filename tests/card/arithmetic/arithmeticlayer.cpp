// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/arithmetic/roughmodule.h"
#include "tests/card/links.h"

#include <memory>
#include <utility>

namespace weightless::testing {

namespace {

// What is below this layer. Found when an instance is made: later the loader answers with what is above.
struct InstanceBelow {
    PFN_vkGetInstanceProcAddr next = nullptr;
    VkInstance handle = VK_NULL_HANDLE;
    PFN_vkDestroyInstance destroy = nullptr;
    PFN_vkCreateDevice createDevice = nullptr;
};
struct DeviceBelow {
    PFN_vkGetDeviceProcAddr next = nullptr;
    PFN_vkDestroyDevice destroy = nullptr;
    PFN_vkCreateShaderModule createShaderModule = nullptr;
};

Links<InstanceBelow>& instancesBelow()
{
    static Links<InstanceBelow> links;
    return links;
}

Links<DeviceBelow>& devicesBelow()
{
    static Links<DeviceBelow> links;
    return links;
}

template <typename Function, typename Next, typename Handle>
void resolve(Next next, Handle handle, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(next(handle, name));
}

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkShaderModule* shader)
{
    const std::vector<uint32_t> words = roughModule({info->pCode, info->codeSize / sizeof(uint32_t)});
    VkShaderModuleCreateInfo rough = *info;
    rough.pCode = words.data();
    rough.codeSize = words.size() * sizeof(uint32_t);
    return devicesBelow().of(device)->createShaderModule(device, &rough, allocator, shader);
}

VKAPI_ATTR void VKAPI_CALL destroyDeviceBelow(VkDevice device, const VkAllocationCallbacks* allocator)
{
    if (device != VK_NULL_HANDLE) {
        devicesBelow().take(device)->destroy(device, allocator);
    }
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name);

VKAPI_ATTR VkResult VKAPI_CALL createDeviceBelow(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkDevice* device)
{
    auto* chain = linkInChain<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (chain == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    auto below = std::make_shared<DeviceBelow>();
    below->next = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    const VkResult result = instancesBelow().of(physical)->createDevice(physical, info, allocator, device);
    if (result == VK_SUCCESS) {
        resolve(below->next, *device, "vkDestroyDevice", below->destroy);
        resolve(below->next, *device, "vkCreateShaderModule", below->createShaderModule);
        devicesBelow().add(*device, std::move(below));
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createInstanceBelow(
    const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator, VkInstance* instance)
{
    auto* chain = linkInChain<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (chain == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    auto below = std::make_shared<InstanceBelow>();
    below->next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = nullptr;
    resolve(below->next, VkInstance {}, "vkCreateInstance", create);
    const VkResult result = create(info, allocator, instance);
    if (result == VK_SUCCESS) {
        below->handle = *instance;
        resolve(below->next, *instance, "vkDestroyInstance", below->destroy);
        resolve(below->next, *instance, "vkCreateDevice", below->createDevice);
        instancesBelow().add(*instance, std::move(below));
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyInstanceBelow(VkInstance instance, const VkAllocationCallbacks* allocator)
{
    if (instance != VK_NULL_HANDLE) {
        instancesBelow().take(instance)->destroy(instance, allocator);
    }
}

PFN_vkVoidFunction ownDeviceFunction(const char* name)
{
    static const NamedFunction own[] {
        {"vkGetDeviceProcAddr", erased(deviceProcAddr)},
        {"vkDestroyDevice", erased(destroyDeviceBelow)},
        {"vkCreateShaderModule", erased(createShaderModule)},
    };
    return find(own, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name)
{
    const PFN_vkVoidFunction own = ownDeviceFunction(name);
    return own != nullptr ? own : devicesBelow().of(device)->next(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name)
{
    static const NamedFunction own[] {
        {"vkGetInstanceProcAddr", erased(instanceProcAddr)},
        {"vkCreateInstance", erased(createInstanceBelow)},
        {"vkDestroyInstance", erased(destroyInstanceBelow)},
        {"vkCreateDevice", erased(createDeviceBelow)},
    };
    for (const PFN_vkVoidFunction function : {find(own, name), ownDeviceFunction(name)}) {
        if (function != nullptr) {
            return function;
        }
    }
    return instance != VK_NULL_HANDLE ? instancesBelow().of(instance)->next(instance, name) : nullptr;
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
    interface->pfnGetInstanceProcAddr = weightless::testing::instanceProcAddr;
    interface->pfnGetDeviceProcAddr = weightless::testing::deviceProcAddr;
    interface->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
