// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/physicaldevice.h"

namespace weightless::vulkan {

// Fill in what kernels need to know of the device's subgroups, and of its matrix units, and the extensions
// that they need.
void readSubgroups(const InstanceFunctions& functions, PhysicalDevice& device);
void readMatrices(const InstanceFunctions& functions, VkInstance instance, PhysicalDevice& device);

} // namespace weightless::vulkan
