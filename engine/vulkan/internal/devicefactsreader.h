// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/internal/physicaldevice.h"

namespace weightless::vulkan {

// Asks the driver; never throws for what it does not say. Without shapes of matrices.
[[nodiscard]] DeviceFacts readDeviceFacts(const InstanceFunctions& functions, const PhysicalDevice& device);

// Asks for these, unless it is a driver that cannot be asked (mayBeAskedForMatrices()).
void readMatrixShapes(const InstanceFunctions& functions, VkInstance instance, const PhysicalDevice& device,
    DeviceFacts& facts);

} // namespace weightless::vulkan
