// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/subgroupsreader.h"

#include "engine/vulkan/internal/devicefactsreader.h"
#include "engine/vulkan/internal/newervulkan.h"
#include "engine/vulkan/subgroups.h"

namespace weightless::vulkan {

namespace {

// The driver's features are asked for, since matrices of a type are no promise that kernels may have the
// type.
void readMatrixUnits(const InstanceFunctions& functions, const DeviceFacts& facts, PhysicalDevice& device)
{
    DeviceTraits& traits = device.info.traits;
    const std::optional<MatrixUnits> halves = matrixUnitsFor(facts, traits.subgroupSize);
    if (!halves) {
        return;
    }
    FeatureChain supported;
    supported.addMatrixUnits();
    if (facts.hasBFloat16) {
        supported.addBFloat16();
    }
    functions.vkGetPhysicalDeviceFeatures2(device.handle, &supported.core);
    if (supported.matrices.isPresent != VK_TRUE || supported.vulkan12.vulkanMemoryModel != VK_TRUE) {
        return;
    }
    traits.matrixUnits = halves;
    device.extensions.push_back(newer::cooperativeMatrix);
    if (supported.bfloat16.hasType == VK_TRUE && supported.bfloat16.hasMatrices == VK_TRUE) {
        traits.bfloat16Units = matrixUnitsFor(facts, traits.subgroupSize, "bfloat16");
    }
    if (traits.bfloat16Units) {
        device.extensions.push_back(newer::bfloat16);
    }
}

// Their kernels are SPIR-V 1.6.
void readGroupMatrices(const InstanceFunctions& functions, const DeviceFacts& facts, PhysicalDevice& device)
{
    DeviceTraits& traits = device.info.traits;
    const std::optional<GroupMatrices> matrices =
        traits.matrixUnits ? groupMatricesFor(facts, *traits.matrixUnits) : std::nullopt;
    if (!matrices || device.apiVersion < VK_API_VERSION_1_3) {
        return;
    }
    FeatureChain supported;
    supported.addGroupMatrices();
    functions.vkGetPhysicalDeviceFeatures2(device.handle, &supported.core);
    const newer::GroupMatrixFeatures& features = supported.groupMatrices;
    if (features.hasFlexibleDimensions == VK_TRUE && features.hasPerElementOperations == VK_TRUE
        && (matrices->isSubgroup || features.hasWorkGroupScope == VK_TRUE)
        && supported.maintenance4.maintenance4 == VK_TRUE) {
        traits.groupMatrices = matrices;
        device.extensions.push_back(newer::cooperativeMatrix2);
    }
}

} // namespace

void readSubgroups(const InstanceFunctions& functions, PhysicalDevice& device)
{
    const DeviceFacts facts = readDeviceFacts(functions, device);
    DeviceTraits& traits = device.info.traits;
    traits.processors = facts.processors;
    traits.mostRegisters = mostRegistersOf(facts);
    traits.rowSubgroups = rowSubgroupsFor(facts, traits.subgroupSize);
    if (traits.rowSubgroups) {
        device.extensions.push_back(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    }
}

void readMatrices(const InstanceFunctions& functions, VkInstance instance, PhysicalDevice& device)
{
    DeviceFacts facts = readDeviceFacts(functions, device);
    readMatrixShapes(functions, instance, device, facts);
    readMatrixUnits(functions, facts, device);
    readGroupMatrices(functions, facts, device);
    if (device.info.traits.matrixUnits && !device.info.traits.rowSubgroups) {
        device.extensions.push_back(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    }
}

} // namespace weightless::vulkan
