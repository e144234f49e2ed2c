// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/queue.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace weightless::vulkan {

// What one command buffer is recorded into.
struct RecordedMemory {
    struct DescriptorPool {
        DescriptorPoolHandle handle;
        uint32_t sets = 0; // that it has room for
    };

    CommandPoolHandle pool; // owns `handle`
    VkCommandBuffer handle = VK_NULL_HANDLE;
    std::vector<DescriptorPool> descriptorPools;
};

// A pool of its own, with one command buffer.
[[nodiscard]] RecordedMemory makeRecordedMemory(const DeviceInternals& device, const Queue& queue);

struct CommandMemoryInternals {
    CommandMemoryInternals(std::shared_ptr<DeviceInternals> owner, QueueKind kind)
        : device(std::move(owner))
        , queue(kind)
    {
    }

    // What a command buffer had that is gone, reset, or else new memory.
    [[nodiscard]] RecordedMemory take();
    // Of a command buffer that the device is done with.
    void give(RecordedMemory&& memory) noexcept;

    const std::shared_ptr<DeviceInternals> device;
    const QueueKind queue;
    std::mutex mutex; // of what follows
    std::vector<RecordedMemory> spare;
    size_t poolCount = 0;
};

} // namespace weightless::vulkan
