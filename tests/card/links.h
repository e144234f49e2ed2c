// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/card/cachedmapping.h"
#include "tests/card/disguise.h"
#include "tests/card/layer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace weightless::testing {

// What is below the layer in an instance, and what the instance is told instead.
struct InstanceLink : InstanceBelow {
    PFN_vkGetPhysicalDeviceProperties properties = nullptr;
    PFN_vkGetPhysicalDeviceProperties2 properties2 = nullptr;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties queueFamilies = nullptr;
    Disguise disguise = Disguise::fromEnvironment();
    // What devices have taken of each heap; drivers count all processes', which one test cannot know.
    std::mutex mutex;
    std::map<uint32_t, uint64_t> heapUsage;
};

// What is below the layer in a device, and what the layer has promised there.
struct DeviceLink : DeviceBelow {
    struct Allocation {
        uint32_t type = 0;
        uint64_t bytes = 0;
        bool isImport = false;
        std::shared_ptr<CachedMapping> cached {}; // while memory is mapped that is not coherent
    };

    std::shared_ptr<InstanceLink> instance;
    std::mutex queueMutex; // all queues are one
    std::mutex memoryMutex;
    std::map<VkDeviceMemory, Allocation> memory;
};

Links<InstanceLink>& instances();
Links<DeviceLink>& devices();

// The layer's own function of that name, or nothing.
PFN_vkVoidFunction deviceFunction(const char* name);

// vkCreateDevice.
VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkDevice* device);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name);

} // namespace weightless::testing
