// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "engine/vulkan/deviceoptions.h"
#include "engine/vulkan/internal/handles.h"
#include "engine/vulkan/internal/instanceinternals.h"
#include "engine/vulkan/kernelcode.h"
#include "engine/vulkan/queue.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>

namespace weightless::vulkan {

// A queue and the timeline every submission to it advances by one.
struct Queue {
    VkQueue handle = VK_NULL_HANDLE;
    uint32_t family = 0;
    SemaphoreHandle timeline;
    std::mutex mutex; // of handle and submittedValue
    uint64_t submittedValue = 0;
};

// Owns the VkDevice. Everything made from a device holds this, so that order of death is free.
struct DeviceInternals {
    DeviceInternals(std::shared_ptr<InstanceInternals> instanceInternals,
        const PhysicalDevice& physicalDevice, std::shared_ptr<MemoryMeter> memoryMeter,
        DeviceOptions deviceOptions);
    ~DeviceInternals();
    DeviceInternals(const DeviceInternals&) = delete;
    DeviceInternals& operator=(const DeviceInternals&) = delete;

    // Throws what a failure means; remembers a lost device. Success codes pass.
    void check(VkResult result, std::string_view action) const;
    void throwIfLost() const;

    [[nodiscard]] Queue& queue(QueueKind kind)
    {
        return kind == QueueKind::Transfer && transfer ? *transfer : compute;
    }

    // Waits for a value of a queue's timeline. DeviceLost.
    [[nodiscard]] bool waitFor(const Queue& queue, uint64_t value, std::chrono::nanoseconds timeout) const;
    // The same until a stop is requested too, which is seen within 20 ms.
    [[nodiscard]] WaitResult waitFor(
        QueuePoint point, std::chrono::nanoseconds timeout, const std::stop_token& stop);

    std::shared_ptr<InstanceInternals> instance;
    const PhysicalDevice& physical; // lives in `instance`
    FeatureChain enabledFeatures;
    DeviceCalls calls;
    std::shared_ptr<MemoryMeter> meter;
    DeviceOptions options;
    mutable std::atomic<bool> isLost {false};
    Queue compute;
    std::unique_ptr<Queue> transfer;
    std::array<SetLayoutHandle, maxKernelTensors + 1> setLayouts; // by number of storage buffers
    std::array<PipelineLayoutHandle, maxKernelTensors + 1> pipelineLayouts;

private:
    void createDevice();
    void createTimeline(Queue& target) const;
    void createLayouts();
};

} // namespace weightless::vulkan
