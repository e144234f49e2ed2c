// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/card/layer.h"

// Instances of a layer that changes nothing of them, but of their devices.
namespace weightless::testing {

[[nodiscard]] Links<InstanceBelow>& plainInstances();

// vkCreateInstance and vkDestroyInstance.
VKAPI_ATTR VkResult VKAPI_CALL createPlainInstance(
    const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator, VkInstance* instance);
VKAPI_ATTR void VKAPI_CALL destroyPlainInstance(VkInstance instance, const VkAllocationCallbacks* allocator);

// What is below the layer has of that name; null without an instance.
[[nodiscard]] PFN_vkVoidFunction plainInstanceFunction(VkInstance instance, const char* name);

} // namespace weightless::testing
