// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/physicaldevice.h"

namespace weightless::vulkan {

// Fills in what kernels on matrix units need to know of the device, and the extensions they need.
void readMatrixUnits(const InstanceFunctions& functions, VkInstance instance, PhysicalDevice& device);

} // namespace weightless::vulkan
