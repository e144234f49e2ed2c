// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/devicefactsreader.h"

#include "engine/vulkan/internal/newervulkan.h"
#include "engine/vulkan/subgroups.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace weightless::vulkan {

namespace {

std::set<std::string, std::less<>> extensionsOf(const InstanceFunctions& functions, VkPhysicalDevice device)
{
    uint32_t count = 0;
    if (functions.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS) {
        return {};
    }
    std::vector<VkExtensionProperties> present(count);
    const VkResult result =
        functions.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, present.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) {
        return {};
    }
    std::set<std::string, std::less<>> names;
    for (uint32_t i = 0; i < count; ++i) {
        names.emplace(present[i].extensionName);
    }
    return names;
}

// The properties and features that are asked for together. Not copyable: the chains point into themselves.
struct FactChain {
    VkPhysicalDeviceProperties2 properties {};
    VkPhysicalDeviceSubgroupProperties subgroup {};
    VkPhysicalDeviceDriverProperties driver {};
    VkPhysicalDeviceSubgroupSizeControlProperties subgroupSizes {};
    VkPhysicalDeviceShaderIntegerDotProductProperties dotProducts {};
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV multiprocessors {};
    VkPhysicalDeviceShaderCorePropertiesAMD cores {};
    VkPhysicalDeviceFeatures2 features {};
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroupFeatures {};
    VkPhysicalDeviceShaderIntegerDotProductFeatures dotFeatures {};
    newer::GroupMatrixFeatures groupMatrices {};
    newer::GroupMatrixProperties groupMatrixProperties {};

    explicit FactChain(const std::set<std::string, std::less<>>& extensions)
    {
        properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        addTo(properties, subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
        addTo(properties, driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
        if (extensions.contains(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) {
            addTo(properties, subgroupSizes,
                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
            addTo(
                features, subgroupFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES);
        }
        if (extensions.contains(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME)) {
            addTo(properties, dotProducts,
                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES);
            addTo(
                features, dotFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES);
        }
        if (extensions.contains(newer::cooperativeMatrix2)) {
            addTo(features, groupMatrices, newer::groupMatrixFeaturesType);
            addTo(properties, groupMatrixProperties, newer::groupMatrixPropertiesType);
        }
        if (extensions.contains(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME)) {
            addTo(properties, multiprocessors,
                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
        }
        if (extensions.contains(VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME)) {
            addTo(properties, cores, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD);
        }
    }
    ~FactChain() = default;
    FactChain(const FactChain&) = delete;
    FactChain& operator=(const FactChain&) = delete;

private:
    template <typename Head, typename Link>
    static void addTo(Head& head, Link& link, VkStructureType type)
    {
        link.sType = type;
        link.pNext = head.pNext;
        head.pNext = &link;
    }
};

std::vector<std::string> namesOf(VkSubgroupFeatureFlags operations)
{
    static constexpr std::array<std::pair<VkSubgroupFeatureFlagBits, const char*>, 8> all {
        {{VK_SUBGROUP_FEATURE_BASIC_BIT, "basic"}, {VK_SUBGROUP_FEATURE_VOTE_BIT, "vote"},
            {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, "arithmetic"}, {VK_SUBGROUP_FEATURE_BALLOT_BIT, "ballot"},
            {VK_SUBGROUP_FEATURE_SHUFFLE_BIT, "shuffle"},
            {VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, "shuffle relative"},
            {VK_SUBGROUP_FEATURE_CLUSTERED_BIT, "clustered"}, {VK_SUBGROUP_FEATURE_QUAD_BIT, "quad"}}};
    std::vector<std::string> names;
    for (const auto& [bit, name] : all) {
        if ((operations & bit) != 0) {
            names.emplace_back(name);
        }
    }
    return names;
}

std::string componentName(uint32_t component)
{
    static constexpr std::array<const char*, 11> names {"float16", "float32", "float64", "sint8", "sint16",
        "sint32", "sint64", "uint8", "uint16", "uint32", "uint64"};
    switch (component) {
    case 1000141000:
        return "bfloat16";
    case 1000491002:
        return "float8e4m3";
    case 1000491003:
        return "float8e5m2";
    default:
        return component < names.size() ? names[component] : std::to_string(component);
    }
}

std::string scopeName(uint32_t scope)
{
    switch (scope) {
    case 1:
        return "device";
    case 2:
        return "workgroup";
    case 3:
        return "subgroup";
    case 5:
        return "queue family";
    default:
        return std::to_string(scope);
    }
}

MatrixShape shapeOf(const newer::CooperativeMatrixProperties& p)
{
    return {p.rows, p.columns, p.depth, componentName(p.a), componentName(p.b), componentName(p.c),
        componentName(p.result), scopeName(p.scope), 0, false, p.saturates == VK_TRUE};
}

MatrixShape shapeOf(const newer::FlexibleDimensionsProperties& p)
{
    return {p.rows, p.columns, p.depth, componentName(p.a), componentName(p.b), componentName(p.c),
        componentName(p.result), scopeName(p.scope), p.groupInvocations, true, p.saturates == VK_TRUE};
}

template <typename Properties>
std::vector<MatrixShape> shapesFrom(VkInstance instance, VkPhysicalDevice device, const char* function)
{
    const auto get =
        reinterpret_cast<newer::GetMatrixProperties<Properties>>(vkGetInstanceProcAddr(instance, function));
    uint32_t count = 0;
    if (get == nullptr || get(device, &count, nullptr) != VK_SUCCESS) {
        return {};
    }
    std::vector<Properties> properties(count);
    const VkResult result = get(device, &count, properties.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) {
        return {};
    }
    std::vector<MatrixShape> shapes;
    for (const Properties& each : std::span(properties).first(count)) {
        shapes.push_back(shapeOf(each));
    }
    return shapes;
}

void readChain(const InstanceFunctions& functions, const std::set<std::string, std::less<>>& extensions,
    const PhysicalDevice& device, DeviceFacts& facts)
{
    FactChain chain(extensions);
    functions.vkGetPhysicalDeviceProperties2(device.handle, &chain.properties);
    functions.vkGetPhysicalDeviceFeatures2(device.handle, &chain.features);
    const VkPhysicalDeviceProperties& core = chain.properties.properties;
    facts.vendorId = core.vendorID;
    facts.deviceId = core.deviceID;
    facts.driverId = static_cast<uint32_t>(chain.driver.driverID);
    facts.processors = chain.multiprocessors.shaderSMCount != 0 ? chain.multiprocessors.shaderSMCount
                                                                : chain.cores.shaderEngineCount
            * chain.cores.shaderArraysPerEngineCount * chain.cores.computeUnitsPerShaderArray;
    const auto sizeOr = [&](uint32_t size) { return size != 0 ? size : chain.subgroup.subgroupSize; };
    facts.leastSubgroupSize = sizeOr(chain.subgroupSizes.minSubgroupSize);
    facts.mostSubgroupSize = sizeOr(chain.subgroupSizes.maxSubgroupSize);
    facts.canChooseSubgroupSize = chain.subgroupFeatures.subgroupSizeControl == VK_TRUE
        && (chain.subgroupSizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    facts.mostSubgroupsInGroup = chain.subgroupSizes.maxComputeWorkgroupSubgroups;
    facts.hasFullSubgroups = chain.subgroupFeatures.computeFullSubgroups == VK_TRUE;
    if ((chain.subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0) {
        facts.subgroupOperations = namesOf(chain.subgroup.supportedOperations);
    }
    facts.hasIntegerDotProduct = chain.dotFeatures.shaderIntegerDotProduct == VK_TRUE;
    facts.hasTensorAddressing = chain.groupMatrices.hasTensorAddressing == VK_TRUE;
    facts.reservedSharedBytes = chain.groupMatrixProperties.reservedSharedBytes;
    facts.acceleratesInt8DotProduct =
        chain.dotProducts.integerDotProduct4x8BitPackedSignedAccelerated == VK_TRUE;
    facts.acceleratesMixedDotProduct =
        chain.dotProducts.integerDotProduct4x8BitPackedMixedSignednessAccelerated == VK_TRUE;
}

} // namespace

DeviceFacts readDeviceFacts(const InstanceFunctions& functions, const PhysicalDevice& device)
{
    DeviceFacts facts;
    facts.memory = memoryLayoutOf(device);
    facts.floatControls = device.floatControls;
    const auto extensions = extensionsOf(functions, device.handle);
    readChain(functions, extensions, device, facts);
    facts.hasBFloat16 = extensions.contains(newer::bfloat16);
    facts.hasOldMatrices = extensions.contains(VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME);
    return facts;
}

void readMatrixShapes(
    const InstanceFunctions& functions, VkInstance instance, const PhysicalDevice& device, DeviceFacts& facts)
{
    if (!mayBeAskedForMatrices(facts)) {
        return;
    }
    const auto extensions = extensionsOf(functions, device.handle);
    if (extensions.contains(newer::cooperativeMatrix)) {
        facts.matrixShapes = shapesFrom<newer::CooperativeMatrixProperties>(
            instance, device.handle, newer::getCooperativeMatrix);
    }
    if (extensions.contains(newer::cooperativeMatrix2)) {
        facts.matrixGranularities = shapesFrom<newer::FlexibleDimensionsProperties>(
            instance, device.handle, newer::getFlexibleDimensions);
    }
}

} // namespace weightless::vulkan
