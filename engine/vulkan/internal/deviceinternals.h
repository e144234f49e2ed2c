// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "engine/vulkan/deviceoptions.h"
#include "engine/vulkan/internal/handles.h"
#include "engine/vulkan/internal/instanceinternals.h"
#include "engine/vulkan/kernelcode.h"
#include "engine/vulkan/queue.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

namespace weightless::vulkan {

// A queue and the timeline every submission to it advances by one.
struct Queue {
    VkQueue handle = VK_NULL_HANDLE;
    uint32_t family = 0;
    SemaphoreHandle timeline;
    std::mutex mutex; // of handle and submittedValue
    uint64_t submittedValue = 0;
};

// What kernels with these bindings of set 0 share: storage buffers, and texel buffers where `texelSlots` has
// a bit.
struct KernelLayout {
    uint32_t bindingCount = 0;
    uint32_t texelSlots = 0;
    SetLayoutHandle set;
    PipelineLayoutHandle pipeline;
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
    [[nodiscard]] bool tellsStatistics() const
    {
        return options.tellsStatistics && physical.canTellStatistics;
    }

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
    std::mutex filePagesMutex;
    std::optional<bool> readsFilePages; // nothing: nobody asked (filepages.h)
    Queue compute;
    std::unique_ptr<Queue> transfer;

    // Made when it is first asked for; lives as long as the device. Any thread.
    [[nodiscard]] const KernelLayout& kernelLayout(uint32_t bindingCount, uint32_t texelSlots);

private:
    void createDevice();
    void createTimeline(Queue& target) const;
    [[nodiscard]] KernelLayout createLayout(uint32_t bindingCount, uint32_t texelSlots) const;

    std::mutex m_layoutMutex;
    std::map<std::pair<uint32_t, uint32_t>, KernelLayout> m_layouts; // by number of bindings, and texelSlots
};

} // namespace weightless::vulkan
