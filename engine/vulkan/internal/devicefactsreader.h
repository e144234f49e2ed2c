// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/internal/physicaldevice.h"

namespace weightless::vulkan {

// Asks the driver; never throws for what it does not say.
[[nodiscard]] DeviceFacts readDeviceFacts(
    const InstanceFunctions& functions, VkInstance instance, const PhysicalDevice& device);

} // namespace weightless::vulkan
