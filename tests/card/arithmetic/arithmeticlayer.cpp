// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/arithmetic/roughmodule.h"
#include "tests/card/plaininstances.h"

#include <memory>
#include <utility>

namespace weightless::testing {

namespace {

struct RoughDevice : DeviceBelow {
    PFN_vkDestroyDevice destroy = nullptr;
    PFN_vkCreateShaderModule createShaderModule = nullptr;
};

Links<RoughDevice>& devices()
{
    static Links<RoughDevice> links;
    return links;
}

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkShaderModule* shader)
{
    const std::vector<uint32_t> words = roughModule({info->pCode, info->codeSize / sizeof(uint32_t)});
    VkShaderModuleCreateInfo rough = *info;
    rough.pCode = words.data();
    rough.codeSize = words.size() * sizeof(uint32_t);
    return devices().of(device)->createShaderModule(device, &rough, allocator, shader);
}

VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks* allocator)
{
    if (device != VK_NULL_HANDLE) {
        devices().take(device)->destroy(device, allocator);
    }
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name);

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkDevice* device)
{
    auto below = std::make_shared<RoughDevice>();
    const VkResult result =
        createDeviceBelow(*plainInstances().of(physical), physical, info, allocator, device, *below);
    if (result == VK_SUCCESS) {
        below->destroy = below->function<PFN_vkDestroyDevice>("vkDestroyDevice");
        below->createShaderModule = below->function<PFN_vkCreateShaderModule>("vkCreateShaderModule");
        devices().add(*device, std::move(below));
    }
    return result;
}

PFN_vkVoidFunction ownDeviceFunction(const char* name)
{
    static const NamedFunction own[] {
        {"vkGetDeviceProcAddr", erased(deviceProcAddr)},
        {"vkDestroyDevice", erased(destroyDevice)},
        {"vkCreateShaderModule", erased(createShaderModule)},
    };
    return find(own, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name)
{
    const PFN_vkVoidFunction own = ownDeviceFunction(name);
    return own != nullptr ? own : devices().of(device)->next(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name)
{
    static const NamedFunction own[] {
        {"vkGetInstanceProcAddr", erased(instanceProcAddr)},
        {"vkCreateInstance", erased(createPlainInstance)},
        {"vkDestroyInstance", erased(destroyPlainInstance)},
        {"vkCreateDevice", erased(createDevice)},
    };
    for (const PFN_vkVoidFunction function : {find(own, name), ownDeviceFunction(name)}) {
        if (function != nullptr) {
            return function;
        }
    }
    return plainInstanceFunction(instance, name);
}

} // namespace

} // namespace weightless::testing

extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(
    VkNegotiateLayerInterface* interface)
{
    using namespace weightless::testing;
    return negotiate(*interface, instanceProcAddr, deviceProcAddr);
}
