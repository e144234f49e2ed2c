// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <volk.h>

// The entry points of instance level that this folder calls.
#define WEIGHTLESS_INSTANCE_FUNCTIONS(X)                                                                     \
    X(vkDestroyInstance)                                                                                     \
    X(vkEnumeratePhysicalDevices)                                                                            \
    X(vkGetPhysicalDeviceProperties)                                                                         \
    X(vkGetPhysicalDeviceProperties2)                                                                        \
    X(vkGetPhysicalDeviceFeatures2)                                                                          \
    X(vkGetPhysicalDeviceMemoryProperties2)                                                                  \
    X(vkGetPhysicalDeviceQueueFamilyProperties)                                                              \
    X(vkEnumerateDeviceExtensionProperties)                                                                  \
    X(vkCreateDevice)                                                                                        \
    X(vkCreateDebugUtilsMessengerEXT)                                                                        \
    X(vkDestroyDebugUtilsMessengerEXT)

namespace weightless::vulkan {

// Function pointers of one VkInstance. volk's own globals belong to whatever instance was loaded last, so
// they are not used beyond the loader's entry points.
struct InstanceFunctions {
#define WEIGHTLESS_DECLARE(name) PFN_##name name = nullptr;
    WEIGHTLESS_INSTANCE_FUNCTIONS(WEIGHTLESS_DECLARE)
#undef WEIGHTLESS_DECLARE
};

// Opens the Vulkan loader library; once per process. False when there is none or it is older than 1.1.
[[nodiscard]] bool isLoaderAvailable();

// What instances are made for: Vulkan 1.3, whose kernels may be SPIR-V 1.6, or 1.2 where the loader is older.
[[nodiscard]] uint32_t usedApiVersion();

[[nodiscard]] InstanceFunctions loadInstanceFunctions(VkInstance instance);
[[nodiscard]] VolkDeviceTable loadDeviceFunctions(VkInstance instance, VkDevice device);

} // namespace weightless::vulkan
