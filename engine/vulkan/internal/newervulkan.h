// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <volk.h>

// What Debian 12's headers (1.3.239) are too old for, as the registry has it. Names of our own, so that newer
// headers are no matter.
namespace weightless::vulkan::newer {

inline constexpr const char* cooperativeMatrix = "VK_KHR_cooperative_matrix";
inline constexpr const char* bfloat16 = "VK_KHR_shader_bfloat16";
inline constexpr const char* cooperativeMatrix2 = "VK_NV_cooperative_matrix2";
inline constexpr auto bfloat16FeaturesType = static_cast<VkStructureType>(1000141000);
inline constexpr auto matrixFeaturesType = static_cast<VkStructureType>(1000506000);
inline constexpr auto cooperativeMatrixType = static_cast<VkStructureType>(1000506001);
inline constexpr auto groupMatrixFeaturesType = static_cast<VkStructureType>(1000593000);
inline constexpr auto flexibleDimensionsType = static_cast<VkStructureType>(1000593001);
inline constexpr auto groupMatrixPropertiesType = static_cast<VkStructureType>(1000593002);

struct BFloat16Features {
    VkStructureType sType = bfloat16FeaturesType;
    void* pNext = nullptr;
    VkBool32 hasType = VK_FALSE;
    VkBool32 hasDotProduct = VK_FALSE;
    VkBool32 hasMatrices = VK_FALSE;
};

struct CooperativeMatrixFeatures {
    VkStructureType sType = matrixFeaturesType;
    void* pNext = nullptr;
    VkBool32 isPresent = VK_FALSE;
    VkBool32 isRobust = VK_FALSE;
};

struct CooperativeMatrixProperties {
    VkStructureType sType = cooperativeMatrixType;
    void* pNext = nullptr;
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t depth = 0;
    uint32_t a = 0;
    uint32_t b = 0;
    uint32_t c = 0;
    uint32_t result = 0;
    VkBool32 saturates = VK_FALSE;
    uint32_t scope = 0;
};

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV
struct GroupMatrixFeatures {
    VkStructureType sType = groupMatrixFeaturesType;
    void* pNext = nullptr;
    VkBool32 hasWorkGroupScope = VK_FALSE;
    VkBool32 hasFlexibleDimensions = VK_FALSE;
    VkBool32 hasReductions = VK_FALSE;
    VkBool32 hasConversions = VK_FALSE;
    VkBool32 hasPerElementOperations = VK_FALSE;
    VkBool32 hasTensorAddressing = VK_FALSE;
    VkBool32 hasBlockLoads = VK_FALSE;
};

// VkPhysicalDeviceCooperativeMatrix2PropertiesNV
struct GroupMatrixProperties {
    VkStructureType sType = groupMatrixPropertiesType;
    void* pNext = nullptr;
    uint32_t mostInvocations = 0;
    uint32_t largestDimension = 0;
    uint32_t reservedSharedBytes = 0;
};

struct FlexibleDimensionsProperties {
    VkStructureType sType = flexibleDimensionsType;
    void* pNext = nullptr;
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t depth = 0;
    uint32_t a = 0;
    uint32_t b = 0;
    uint32_t c = 0;
    uint32_t result = 0;
    VkBool32 saturates = VK_FALSE;
    uint32_t scope = 0;
    uint32_t groupInvocations = 0;
};

template <typename Properties>
using GetMatrixProperties = VkResult(VKAPI_PTR*)(VkPhysicalDevice, uint32_t*, Properties*);
inline constexpr const char* getCooperativeMatrix = "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR";
inline constexpr const char* getFlexibleDimensions =
    "vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV";

} // namespace weightless::vulkan::newer
