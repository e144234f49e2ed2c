// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/vulkan/internal/physicaldevice.h"

#include <atomic>
#include <vector>

namespace weightless::vulkan {

// Owns the VkInstance. Shared by Instance and every device made from it, so that order of death is free.
struct InstanceInternals {
    InstanceInternals() = default;
    ~InstanceInternals();
    InstanceInternals(const InstanceInternals&) = delete;
    InstanceInternals& operator=(const InstanceInternals&) = delete;

    LogSink log;
    std::atomic<uint64_t> validationMessages {0};
    bool hasValidation = false;
    bool allowsParallelDevices = true; // Device::allowsParallelSiblings()
    VkInstance handle = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    InstanceFunctions functions;
    std::vector<DeviceInfo> infos; // by index
    std::vector<PhysicalDevice> devices; // by index
};

} // namespace weightless::vulkan
