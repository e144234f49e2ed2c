// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/physicaldevice.h"

#include "engine/memory/processmemory.h"
#include "engine/vulkan/internal/floatmodes.h"
#include "engine/vulkan/kernelcode.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>

namespace weightless::vulkan {

namespace {

DeviceType deviceType(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return DeviceType::Discrete;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return DeviceType::Integrated;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return DeviceType::Virtual;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return DeviceType::Software;
    default:
        return DeviceType::Other;
    }
}

std::string hexadecimal(std::span<const uint8_t> bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string versionText(uint32_t version)
{
    return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version))
        + "." + std::to_string(VK_API_VERSION_PATCH(version));
}

void markUnusable(PhysicalDevice& device, std::string reason)
{
    if (device.info.isUsable) {
        device.info.isUsable = false;
        device.info.unusableReason = std::move(reason);
    }
}

void readQueueFamilies(const InstanceFunctions& functions, PhysicalDevice& device)
{
    uint32_t count = 0;
    functions.vkGetPhysicalDeviceQueueFamilyProperties(device.handle, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    functions.vkGetPhysicalDeviceQueueFamilyProperties(device.handle, &count, families.data());

    // A compute queue of its own keeps the desktop's drawing out of the way; else the first that computes.
    std::optional<uint32_t> compute;
    bool isComputeAlone = false;
    for (uint32_t i = 0; i < count; ++i) {
        const VkQueueFlags flags = families[i].queueFlags;
        const bool hasCompute = (flags & VK_QUEUE_COMPUTE_BIT) != 0;
        const bool hasGraphics = (flags & VK_QUEUE_GRAPHICS_BIT) != 0;
        if (hasCompute && (!compute || (!isComputeAlone && !hasGraphics))) {
            compute = i;
            isComputeAlone = !hasGraphics;
        }
        if ((flags & VK_QUEUE_TRANSFER_BIT) != 0 && !hasCompute && !hasGraphics && !device.transferFamily
            && (flags & (VK_QUEUE_VIDEO_DECODE_BIT_KHR | 0x40u))
                == 0) { // 0x40: video encode, beta in these headers
            device.transferFamily = i;
        }
    }
    if (!compute) {
        markUnusable(device, "it has no compute queue");
        return;
    }
    device.computeFamily = *compute;
    device.timestampValidBits = families[*compute].timestampValidBits;
}

MemoryLayout layoutOf(const VkPhysicalDeviceMemoryProperties& memory, DeviceType type)
{
    // Kinds that need features nobody asked for or are slow by design.
    constexpr VkMemoryPropertyFlags special = VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT
        | VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD
        | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD | VK_MEMORY_PROPERTY_RDMA_CAPABLE_BIT_NV;
    MemoryLayout layout;
    layout.deviceType = type;
    for (const VkMemoryHeap& heap : std::span(memory.memoryHeaps).first(memory.memoryHeapCount)) {
        layout.heaps.push_back({heap.size, (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0});
    }
    for (const VkMemoryType& each : std::span(memory.memoryTypes).first(memory.memoryTypeCount)) {
        const auto has = [&](VkMemoryPropertyFlags flags) { return (each.propertyFlags & flags) != 0; };
        layout.types.push_back({each.heapIndex, has(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT),
            has(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT), has(VK_MEMORY_PROPERTY_HOST_COHERENT_BIT),
            has(VK_MEMORY_PROPERTY_HOST_CACHED_BIT), has(special)});
    }
    return layout;
}

void readMemory(const InstanceFunctions& functions, PhysicalDevice& device)
{
    VkPhysicalDeviceMemoryProperties2 properties {};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
    functions.vkGetPhysicalDeviceMemoryProperties2(device.handle, &properties);
    device.memory = properties.memoryProperties;

    DeviceInfo& info = device.info;
    const DeviceType type = info.traits.type;
    const MemoryLayout layout = layoutOf(device.memory, type);
    device.memoryPolicy = memoryPolicyFor(layout);
    device.takesSystemMemory = takesSystemMemory(layout, systemMemoryBytes());
    for (const uint32_t heap : device.memoryPolicy.weightHeaps) {
        info.deviceMemoryBytes += device.memory.memoryHeaps[heap].size;
    }
    info.traits.hasUnifiedMemory = device.memoryPolicy.isUnified;
    info.traits.hasMappedWeights = device.memoryPolicy.hasMappedWeights;
    info.traits.converter = device.memoryPolicy.converter;
    if (type == DeviceType::Software) {
        // Software drivers report a nominal heap and grant what the system has.
        const uint64_t availableBytes = availableSystemMemoryBytes();
        info.deviceMemoryBytes = std::max(info.deviceMemoryBytes, availableBytes);
        info.traits.maxAllocationBytes = std::max(info.traits.maxAllocationBytes, availableBytes);
    }
    info.traits.maxAllocationBytes = std::min(info.traits.maxAllocationBytes, device.maxBufferBytes);
}

void readExtensions(const InstanceFunctions& functions, PhysicalDevice& device)
{
    uint32_t count = 0;
    if (functions.vkEnumerateDeviceExtensionProperties(device.handle, nullptr, &count, nullptr)
        != VK_SUCCESS) {
        return;
    }
    std::vector<VkExtensionProperties> present(count);
    const VkResult result =
        functions.vkEnumerateDeviceExtensionProperties(device.handle, nullptr, &count, present.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) {
        return;
    }
    present.resize(count);
    const auto isPresent = [&](const char* name) {
        return std::any_of(present.begin(), present.end(), [&](const VkExtensionProperties& extension) {
            return std::strcmp(extension.extensionName, name) == 0;
        });
    };
    const auto use = [&](const char* name) {
        if (isPresent(name)) {
            device.extensions.push_back(name);
            return true;
        }
        return false;
    };
    device.info.traits.hasExternalMemoryHost = use(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
    device.info.traits.hasMemoryBudget = use(VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
    device.hasMaintenance4 = use(VK_KHR_MAINTENANCE_4_EXTENSION_NAME);
    device.canTellStatistics = isPresent(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
}

void readFeatures(const InstanceFunctions& functions, PhysicalDevice& device)
{
    FeatureChain supported;
    functions.vkGetPhysicalDeviceFeatures2(device.handle, &supported.core);
    DeviceTraits& traits = device.info.traits;
    traits.hasFloat16 = supported.vulkan12.shaderFloat16 == VK_TRUE;
    traits.hasFloat64 = supported.core.features.shaderFloat64 == VK_TRUE;
    traits.hasInt8 = supported.vulkan12.shaderInt8 == VK_TRUE;
    traits.hasInt16 = supported.core.features.shaderInt16 == VK_TRUE;
    traits.hasInt64 = supported.core.features.shaderInt64 == VK_TRUE;
    traits.has8BitStorage = supported.vulkan12.storageBuffer8BitAccess == VK_TRUE;
    traits.has16BitStorage = supported.vulkan11.storageBuffer16BitAccess == VK_TRUE;
    traits.hasBufferDeviceAddress = supported.vulkan12.bufferDeviceAddress == VK_TRUE;
    if (supported.vulkan12.timelineSemaphore != VK_TRUE) {
        markUnusable(device, "it has no timeline semaphores");
    }
}

// Whether Mesa keeps on disk what it compiled: other logical devices find it there alone.
bool hasMesaCache()
{
    for (const char* name : {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"}) {
        const char* value = std::getenv(name);
        if (value != nullptr && (std::strcmp(value, "1") == 0 || std::strcmp(value, "true") == 0)) {
            return false;
        }
    }
    return true;
}

struct PropertyChain {
    VkPhysicalDeviceProperties2 core {};
    VkPhysicalDeviceIDProperties id {};
    VkPhysicalDeviceMaintenance3Properties maintenance3 {};
    VkPhysicalDeviceSubgroupProperties subgroup {};
    VkPhysicalDeviceDriverProperties driver {};
    VkPhysicalDeviceFloatControlsProperties floatControls {};
    VkPhysicalDeviceExternalMemoryHostPropertiesEXT externalHost {};
    VkPhysicalDeviceMaintenance4PropertiesKHR maintenance4 {};
};

void fillLimits(const PropertyChain& properties, PhysicalDevice& device)
{
    const VkPhysicalDeviceLimits& limits = properties.core.properties.limits;
    DeviceTraits& traits = device.info.traits;
    traits.maxStorageBufferRangeBytes = limits.maxStorageBufferRange;
    traits.maxAllocationBytes = properties.maintenance3.maxMemoryAllocationSize;
    if (device.hasMaintenance4) {
        device.maxBufferBytes = properties.maintenance4.maxBufferSize;
    }
    // Not below 16: kernels in address mode may take a tensor's base address as that aligned.
    traits.storageOffsetAlignmentBytes =
        static_cast<uint32_t>(std::max<VkDeviceSize>(limits.minStorageBufferOffsetAlignment, 16));
    traits.maxTexelRangeBytes = uint64_t {limits.maxTexelBufferElements} * texelBytes;
    traits.texelOffsetAlignmentBytes = std::max(
        traits.storageOffsetAlignmentBytes, static_cast<uint32_t>(limits.minTexelBufferOffsetAlignment));
    traits.maxPushConstantBytes = limits.maxPushConstantsSize;
    traits.maxSharedMemoryBytes = limits.maxComputeSharedMemorySize;
    traits.maxWorkGroupInvocations = limits.maxComputeWorkGroupInvocations;
    std::copy_n(limits.maxComputeWorkGroupCount, 3, traits.maxWorkGroupCount.begin());
    traits.subgroupSize = properties.subgroup.subgroupSize;
    if ((properties.subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0) {
        device.subgroupOperations = properties.subgroup.supportedOperations;
    }
    if (traits.hasExternalMemoryHost && properties.externalHost.minImportedHostPointerAlignment != 0) {
        traits.hostImportAlignmentBytes = properties.externalHost.minImportedHostPointerAlignment;
    }
    device.timestampPeriodNs = limits.timestampPeriod;
}

void readProperties(const InstanceFunctions& functions, PhysicalDevice& device)
{
    PropertyChain chain;
    chain.core = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &chain.id, {}};
    chain.id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    chain.id.pNext = &chain.maintenance3;
    chain.maintenance3.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
    chain.maintenance3.pNext = &chain.subgroup;
    chain.subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    chain.subgroup.pNext = &chain.driver;
    chain.driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    chain.driver.pNext = &chain.floatControls;
    chain.floatControls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    chain.externalHost.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT;
    chain.maintenance4.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES_KHR;
    if (device.info.traits.hasExternalMemoryHost) {
        chain.externalHost.pNext = chain.core.pNext;
        chain.core.pNext = &chain.externalHost;
    }
    if (device.hasMaintenance4) {
        chain.maintenance4.pNext = chain.core.pNext;
        chain.core.pNext = &chain.maintenance4;
    }
    functions.vkGetPhysicalDeviceProperties2(device.handle, &chain.core);

    fillLimits(chain, device);
    device.floatControls = floatControlsOf(chain.floatControls);
    device.info.traits.bindsFilePages = device.info.traits.hasExternalMemoryHost
        && bindsFilePages(device.info.traits.type, chain.core.properties.vendorID);
    device.info.driverName = chain.driver.driverName;
    device.info.driverVersion = chain.driver.driverInfo;
    device.info.isTranslated = chain.driver.driverID == VK_DRIVER_ID_MESA_DOZEN;
    if (chain.driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE) {
        device.startsThreads = true;
        device.info.traits.maxLoopRounds = 65535; // LP_MAX_TGSI_LOOP_ITERATIONS in Mesa's gallivm
        device.info.traits.subgroupsWaitTogether = true; // seen in 26.2: those that come to fewer end early
        device.info.traits.compilesAtFirstLaunch = hasMesaCache(); // in llvmpipe_launch_grid
    }
    device.info.uuid = hexadecimal(chain.id.deviceUUID);
    device.info.cacheKey = device.info.uuid + "-" + hexadecimal(chain.id.driverUUID) + "-"
        + hexadecimal(chain.core.properties.pipelineCacheUUID);
}

} // namespace

FeatureChain::FeatureChain()
{
    core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    core.pNext = &vulkan11;
    vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    vulkan11.pNext = &vulkan12;
    vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
}

void FeatureChain::addSubgroupSizes()
{
    subgroupSizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    subgroupSizes.pNext = vulkan12.pNext;
    vulkan12.pNext = &subgroupSizes;
}

void FeatureChain::addMatrixUnits()
{
    matrices.pNext = vulkan12.pNext;
    vulkan12.pNext = &matrices;
}

void FeatureChain::addBFloat16()
{
    bfloat16.pNext = vulkan12.pNext;
    vulkan12.pNext = &bfloat16;
}

void FeatureChain::addGroupMatrices()
{
    groupMatrices.pNext = vulkan12.pNext;
    maintenance4.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES;
    maintenance4.pNext = &groupMatrices;
    vulkan12.pNext = &maintenance4;
}

void FeatureChain::addKernelStatistics()
{
    kernelStatistics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
    kernelStatistics.pipelineExecutableInfo = VK_TRUE;
    kernelStatistics.pNext = vulkan12.pNext;
    vulkan12.pNext = &kernelStatistics;
}

void selectFeatures(const FeatureChain& supported, FeatureChain& enabled)
{
    enabled.core.features.shaderFloat64 = supported.core.features.shaderFloat64;
    enabled.core.features.shaderInt64 = supported.core.features.shaderInt64;
    enabled.core.features.shaderInt16 = supported.core.features.shaderInt16;
    enabled.vulkan11.storageBuffer16BitAccess = supported.vulkan11.storageBuffer16BitAccess;
    enabled.vulkan11.uniformAndStorageBuffer16BitAccess =
        supported.vulkan11.uniformAndStorageBuffer16BitAccess;
    enabled.vulkan11.storagePushConstant16 = supported.vulkan11.storagePushConstant16;
    enabled.vulkan12.storageBuffer8BitAccess = supported.vulkan12.storageBuffer8BitAccess;
    enabled.vulkan12.uniformAndStorageBuffer8BitAccess = supported.vulkan12.uniformAndStorageBuffer8BitAccess;
    enabled.vulkan12.storagePushConstant8 = supported.vulkan12.storagePushConstant8;
    enabled.vulkan12.shaderFloat16 = supported.vulkan12.shaderFloat16;
    enabled.vulkan12.shaderInt8 = supported.vulkan12.shaderInt8;
    enabled.vulkan12.bufferDeviceAddress = supported.vulkan12.bufferDeviceAddress;
    enabled.vulkan12.timelineSemaphore = supported.vulkan12.timelineSemaphore;
    enabled.vulkan12.shaderSubgroupExtendedTypes = supported.vulkan12.shaderSubgroupExtendedTypes;
    enabled.vulkan12.vulkanMemoryModel = supported.vulkan12.vulkanMemoryModel;
    enabled.vulkan12.vulkanMemoryModelDeviceScope = supported.vulkan12.vulkanMemoryModelDeviceScope;
    enabled.subgroupSizes.subgroupSizeControl = supported.subgroupSizes.subgroupSizeControl;
    enabled.subgroupSizes.computeFullSubgroups = supported.subgroupSizes.computeFullSubgroups;
    enabled.matrices.isPresent = supported.matrices.isPresent;
    enabled.bfloat16.hasType = supported.bfloat16.hasType;
    enabled.bfloat16.hasMatrices = supported.bfloat16.hasMatrices;
    enabled.groupMatrices.hasWorkGroupScope = supported.groupMatrices.hasWorkGroupScope;
    enabled.groupMatrices.hasFlexibleDimensions = supported.groupMatrices.hasFlexibleDimensions;
    enabled.groupMatrices.hasPerElementOperations = supported.groupMatrices.hasPerElementOperations;
    enabled.groupMatrices.hasTensorAddressing = supported.groupMatrices.hasTensorAddressing;
    enabled.maintenance4.maintenance4 = supported.maintenance4.maintenance4;
}

MemoryLayout memoryLayoutOf(const PhysicalDevice& device)
{
    return layoutOf(device.memory, device.info.traits.type);
}

PhysicalDevice readPhysicalDevice(const InstanceFunctions& functions, VkPhysicalDevice handle)
{
    PhysicalDevice device;
    device.handle = handle;
    VkPhysicalDeviceProperties properties {};
    functions.vkGetPhysicalDeviceProperties(handle, &properties);
    device.info.traits.name = properties.deviceName;
    device.info.traits.type = deviceType(properties.deviceType);
    device.info.apiVersion = versionText(properties.apiVersion);
    device.apiVersion = std::min(properties.apiVersion, usedApiVersion());
    if (properties.apiVersion < VK_API_VERSION_1_2) {
        markUnusable(device, "its driver speaks Vulkan " + device.info.apiVersion + ", 1.2 is needed");
        return device;
    }
    readQueueFamilies(functions, device);
    readExtensions(functions, device);
    readFeatures(functions, device);
    readProperties(functions, device);
    readMemory(functions, device);
    return device;
}

} // namespace weightless::vulkan
