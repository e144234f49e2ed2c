// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/deviceinfo.h"
#include "engine/vulkan/floatcontrols.h"
#include "engine/vulkan/internal/newervulkan.h"
#include "engine/vulkan/internal/volkloader.h"
#include "engine/vulkan/memorypolicy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weightless::vulkan {

// The feature structures of Vulkan 1.1 and 1.2, chained. Not copyable: the chain points into itself.
struct FeatureChain {
    FeatureChain();
    FeatureChain(const FeatureChain&) = delete;
    FeatureChain& operator=(const FeatureChain&) = delete;

    // Append the structures of subgroups' sizes, of matrix units and those of bfloat16, and of matrices that
    // work groups hold (with SPIR-V 1.6's way to say how large groups are), which a driver must know.
    void addSubgroupSizes();
    void addMatrixUnits();
    void addBFloat16();
    void addGroupMatrices();
    void addKernelStatistics(); // turned on

    VkPhysicalDeviceFeatures2 core {};
    VkPhysicalDeviceVulkan11Features vulkan11 {};
    VkPhysicalDeviceVulkan12Features vulkan12 {};
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroupSizes {};
    newer::CooperativeMatrixFeatures matrices {};
    newer::BFloat16Features bfloat16 {};
    newer::GroupMatrixFeatures groupMatrices {};
    VkPhysicalDeviceMaintenance4Features maintenance4 {};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR kernelStatistics {};
};

// Turns on in `enabled` what the engine can use of `supported`.
void selectFeatures(const FeatureChain& supported, FeatureChain& enabled);

// A device as enumerated, with what the public DeviceInfo has no use for.
struct PhysicalDevice {
    VkPhysicalDevice handle = VK_NULL_HANDLE;
    DeviceInfo info;
    VkPhysicalDeviceMemoryProperties memory {};
    MemoryPolicy memoryPolicy;
    bool takesSystemMemory = false; // as memorypolicy.h says
    uint32_t computeFamily = 0;
    std::optional<uint32_t> transferFamily; // copies only: the card's copy engine
    uint32_t timestampValidBits = 0;
    double timestampPeriodNs = 1.0;
    VkSubgroupFeatureFlags subgroupOperations = 0;
    FloatControls floatControls;
    uint32_t apiVersion = VK_API_VERSION_1_2; // that it is used with
    bool hasMaintenance4 = false;
    bool wasAskedForMatrices = false; // else it has none, whatever there are
    bool canTellStatistics = false; // VK_KHR_pipeline_executable_properties, used where that is asked for
    bool startsThreads = false; // to compute with, and those do only that (placeThreadsOf())
    uint64_t maxBufferBytes = UINT64_MAX; // Mesa's software driver: just below 4 GiB
    std::vector<const char*> extensions; // those the engine uses, of those present
};

[[nodiscard]] MemoryLayout memoryLayoutOf(const PhysicalDevice& device);

// Never throws for a device that cannot be used: the reason is in its info.
[[nodiscard]] PhysicalDevice readPhysicalDevice(const InstanceFunctions& functions, VkPhysicalDevice handle);

} // namespace weightless::vulkan
