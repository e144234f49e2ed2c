// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/newervulkan.h"
#include "tests/card/plaininstances.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::testing {

namespace {

namespace newer = vulkan::newer;

struct Device : DeviceBelow {
    PFN_vkDestroyDevice destroy = nullptr;
    PFN_vkCreateShaderModule createShaderModule = nullptr;
    PFN_vkCreateComputePipelines createPipelines = nullptr;
    std::mutex mutex;
    std::set<VkShaderModule> matrixModules;
};

Links<Device>& devices()
{
    static Links<Device> links;
    return links;
}

// Takes what the driver does not know out of a chain until it ends.
class Unlinked {
public:
    Unlinked(const void* chain, VkStructureType type)
    {
        for (auto* each = static_cast<VkBaseOutStructure*>(const_cast<void*>(chain)); each != nullptr;
             each = each->pNext) {
            if (each->pNext != nullptr && each->pNext->sType == type) {
                m_before = each;
                m_taken = each->pNext;
                m_before->pNext = m_taken->pNext;
                return;
            }
        }
    }
    ~Unlinked()
    {
        if (m_before != nullptr) {
            m_before->pNext = m_taken;
        }
    }
    Unlinked(const Unlinked&) = delete;
    Unlinked& operator=(const Unlinked&) = delete;

    [[nodiscard]] newer::CooperativeMatrixFeatures* taken() const
    {
        return reinterpret_cast<newer::CooperativeMatrixFeatures*>(m_taken);
    }

private:
    VkBaseOutStructure* m_before = nullptr;
    VkBaseOutStructure* m_taken = nullptr;
};

// The features that kernels on matrix units need beside them, which the driver may lack: they never reach it.
VkPhysicalDeviceVulkan12Features* features12(const void* chain)
{
    return inChain<VkPhysicalDeviceVulkan12Features>(
        chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
}

VKAPI_ATTR void VKAPI_CALL getFeatures2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* features)
{
    const auto below = plainInstances().of(device);
    const Unlinked matrices(features, newer::matrixFeaturesType);
    below->function<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(device, features);
    auto* const vulkan12 = features12(features);
    if (matrices.taken() != nullptr && vulkan12 != nullptr) {
        matrices.taken()->isPresent = VK_TRUE;
        vulkan12->vulkanMemoryModel = VK_TRUE;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL getExtensions(
    VkPhysicalDevice device, const char* layer, uint32_t* count, VkExtensionProperties* properties)
{
    const auto get = plainInstances().of(device)->function<PFN_vkEnumerateDeviceExtensionProperties>(
        "vkEnumerateDeviceExtensionProperties");
    const uint32_t room = *count;
    const VkResult result = get(device, layer, count, properties);
    if (layer != nullptr || result != VK_SUCCESS) {
        return result;
    }
    if (properties != nullptr) {
        if (*count == room) {
            return VK_INCOMPLETE;
        }
        VkExtensionProperties& added = properties[*count];
        added = {};
        std::strcpy(added.extensionName, newer::cooperativeMatrix);
        added.specVersion = 2;
    }
    ++*count;
    return VK_SUCCESS;
}

// VK_KHR_cooperative_matrix's: float16 by float16 in subgroups, with sums of float16 and of float32.
VKAPI_ATTR VkResult VKAPI_CALL getMatrices(
    VkPhysicalDevice, uint32_t* count, newer::CooperativeMatrixProperties* properties)
{
    constexpr std::array<uint32_t, 2> sums {0, 1}; // VK_COMPONENT_TYPE_FLOAT16_KHR, FLOAT32
    constexpr uint32_t subgroupScope = 3;
    const uint32_t room = properties != nullptr ? *count : 0;
    *count = static_cast<uint32_t>(sums.size());
    if (properties == nullptr) {
        return VK_SUCCESS;
    }
    *count = std::min(*count, room);
    for (uint32_t i = 0; i < *count; ++i) {
        properties[i].rows = properties[i].columns = properties[i].depth = 16;
        properties[i].a = properties[i].b = sums[0];
        properties[i].c = properties[i].result = sums[i];
        properties[i].scope = subgroupScope;
    }
    return *count < sums.size() ? VK_INCOMPLETE : VK_SUCCESS;
}

bool multipliesMatrices(const VkShaderModuleCreateInfo& info)
{
    constexpr uint32_t capability = 17; // OpCapability, which stand first
    constexpr uint32_t cooperativeMatrix = 6022;
    const size_t count = info.codeSize / sizeof(uint32_t);
    for (size_t i = 5; i + 1 < count && (info.pCode[i] & 0xffff) == capability; i += 2) {
        if (info.pCode[i + 1] == cooperativeMatrix) {
            return true;
        }
    }
    return false;
}

// void main() { }, which stands in for modules that the driver cannot read.
constexpr std::array<uint32_t, 35> emptyModule {0x07230203, 0x00010300, 0, 5, 0, 2 << 16 | 17, 1,
    3 << 16 | 14, 0, 1, 5 << 16 | 15, 5, 1, 0x6e69616d, 0, 6 << 16 | 16, 1, 17, 1, 1, 1, 2 << 16 | 19, 2,
    3 << 16 | 33, 3, 2, 5 << 16 | 54, 2, 1, 0, 3, 2 << 16 | 248, 4, 1 << 16 | 253, 1 << 16 | 56};

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkShaderModule* module)
{
    const auto link = devices().of(device);
    VkShaderModuleCreateInfo real = *info;
    const bool isMatrixModule = multipliesMatrices(*info);
    if (isMatrixModule) {
        real.codeSize = emptyModule.size() * sizeof(uint32_t);
        real.pCode = emptyModule.data();
    }
    const VkResult result = link->createShaderModule(device, &real, allocator, module);
    const std::lock_guard lock(link->mutex);
    if (isMatrixModule) {
        link->matrixModules.insert(*module);
    } else {
        link->matrixModules.erase(*module); // handles come again
    }
    return result;
}

// WEIGHTLESS_MATRIX_KERNELS: a VkResult, or "end", which is what the process does then.
VkResult failure(const Device& device)
{
    const char* wanted = std::getenv("WEIGHTLESS_MATRIX_KERNELS");
    if (wanted != nullptr && std::string_view(wanted) == "end") {
        std::_Exit(EXIT_FAILURE);
    }
    const auto result = wanted != nullptr ? static_cast<VkResult>(std::atoi(wanted)) : VK_ERROR_UNKNOWN;
    if (result == VK_ERROR_DEVICE_LOST) { // such a one executes nothing more
        device.function<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device.handle);
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
    const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks* allocator, VkPipeline* pipelines)
{
    const auto link = devices().of(device);
    const auto isMatrixModule = [&] {
        const std::lock_guard lock(link->mutex);
        return link->matrixModules.contains(infos->stage.module);
    };
    if (isMatrixModule()) {
        *pipelines = VK_NULL_HANDLE;
        return failure(*link);
    }
    return link->createPipelines(device, cache, count, infos, allocator, pipelines);
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
    VkDeviceCreateInfo real = *info;
    std::vector<const char*> extensions;
    for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
        if (std::string_view(info->ppEnabledExtensionNames[i]) != newer::cooperativeMatrix) {
            extensions.push_back(info->ppEnabledExtensionNames[i]);
        }
    }
    real.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    real.ppEnabledExtensionNames = extensions.data();
    const Unlinked matrices(info, newer::matrixFeaturesType);
    auto* const vulkan12 = features12(info);
    const VkBool32 hasModel = vulkan12 != nullptr ? vulkan12->vulkanMemoryModel : VK_FALSE;
    if (vulkan12 != nullptr) {
        vulkan12->vulkanMemoryModel = VK_FALSE;
    }
    auto below = std::make_shared<Device>();
    const VkResult result =
        createDeviceBelow(*plainInstances().of(physical), physical, &real, allocator, device, *below);
    if (vulkan12 != nullptr) {
        vulkan12->vulkanMemoryModel = hasModel;
    }
    if (result == VK_SUCCESS) {
        below->destroy = below->function<PFN_vkDestroyDevice>("vkDestroyDevice");
        below->createShaderModule = below->function<PFN_vkCreateShaderModule>("vkCreateShaderModule");
        below->createPipelines = below->function<PFN_vkCreateComputePipelines>("vkCreateComputePipelines");
        devices().add(*device, std::move(below));
    }
    return result;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name)
{
    static const NamedFunction own[] {
        {"vkGetDeviceProcAddr", erased(deviceProcAddr)},
        {"vkCreateShaderModule", erased(createShaderModule)},
        {"vkCreateComputePipelines", erased(createPipelines)},
        {"vkDestroyDevice", erased(destroyDevice)},
    };
    if (const auto function = find(own, name)) {
        return function;
    }
    return device != VK_NULL_HANDLE ? devices().of(device)->next(device, name) : nullptr;
}

// What the loader knows no name of.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL physicalDeviceProcAddr(VkInstance, const char* name)
{
    return std::string_view(name) == newer::getCooperativeMatrix ? erased(getMatrices) : nullptr;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name)
{
    static const NamedFunction own[] {
        {"vkGetInstanceProcAddr", erased(instanceProcAddr)},
        {"vkGetDeviceProcAddr", erased(deviceProcAddr)},
        {"vkCreateInstance", erased(createPlainInstance)},
        {"vkDestroyInstance", erased(destroyPlainInstance)},
        {"vkCreateDevice", erased(createDevice)},
        {"vkGetPhysicalDeviceFeatures2", erased(getFeatures2)},
        {"vkEnumerateDeviceExtensionProperties", erased(getExtensions)},
    };
    for (const PFN_vkVoidFunction function : {find(own, name), physicalDeviceProcAddr(instance, name)}) {
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
    const VkResult result = negotiate(*interface, instanceProcAddr, deviceProcAddr);
    interface->pfnGetPhysicalDeviceProcAddr = physicalDeviceProcAddr;
    return result;
}
