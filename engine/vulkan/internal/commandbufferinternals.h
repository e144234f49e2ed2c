// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/queue.h"

#include <memory>
#include <set>
#include <vector>

namespace weightless::vulkan {

struct CommandBufferInternals {
    std::shared_ptr<DeviceInternals> device;
    QueueKind queue = QueueKind::Compute;
    uint32_t queueFamily = 0;
    // Buffers, pipelines, timestamp pools. By owner: the ranges of one buffer may each be held for
    // themselves.
    std::set<std::shared_ptr<const void>, std::owner_less<>> kept;
    std::vector<DescriptorPoolHandle> descriptorPools;
    CommandPoolHandle pool; // owns `handle`
    VkCommandBuffer handle = VK_NULL_HANDLE;
    uint32_t commandCount = 0;
    uint32_t barrierCount = 0;
};

} // namespace weightless::vulkan
