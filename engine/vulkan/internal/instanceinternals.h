// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/vulkan/internal/physicaldevice.h"

#include <atomic>
#include <mutex>
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
    bool ignoresMatrixUnits = false;
    bool allowsParallelDevices = true; // Device::allowsParallelSiblings()
    VkInstance handle = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    InstanceFunctions functions;
    std::vector<DeviceInfo> infos; // by index
    std::vector<PhysicalDevice> devices; // by index

    // The device whose driver has been asked for its matrix units, once. Any thread.
    [[nodiscard]] const PhysicalDevice& deviceWithMatrices(size_t index);

private:
    std::mutex m_matricesMutex; // of what it adds to devices, before anything is made from them
};

} // namespace weightless::vulkan
