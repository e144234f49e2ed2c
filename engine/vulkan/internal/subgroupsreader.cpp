// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/subgroupsreader.h"

#include "engine/vulkan/internal/devicefactsreader.h"
#include "engine/vulkan/internal/newervulkan.h"
#include "engine/vulkan/subgroups.h"

namespace weightless::vulkan {

void readSubgroups(const InstanceFunctions& functions, VkInstance instance, PhysicalDevice& device)
{
    const DeviceFacts facts = readDeviceFacts(functions, instance, device);
    DeviceTraits& traits = device.info.traits;
    traits.processors = facts.processors;
    traits.rowSubgroups = rowSubgroupsFor(facts, traits.subgroupSize);
    if (const std::optional<MatrixUnits> units = matrixUnitsFor(facts, traits.subgroupSize)) {
        FeatureChain supported;
        supported.addMatrixUnits();
        functions.vkGetPhysicalDeviceFeatures2(device.handle, &supported.core);
        if (supported.matrices.isPresent == VK_TRUE && supported.vulkan12.vulkanMemoryModel == VK_TRUE) {
            traits.matrixUnits = units;
            device.extensions.push_back(newer::cooperativeMatrix);
        }
    }
    if (traits.rowSubgroups || traits.matrixUnits) {
        device.extensions.push_back(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    }
}

} // namespace weightless::vulkan
