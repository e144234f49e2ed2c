// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/internal/deviceinternals.h"

#include <memory>
#include <unordered_set>
#include <vector>

namespace weightless::vulkan {

struct CommandBufferInternals {
    std::shared_ptr<DeviceInternals> device;
    QueueKind queue = QueueKind::Compute;
    uint32_t queueFamily = 0;
    std::unordered_set<std::shared_ptr<const void>> kept; // buffers, pipelines, timestamp pools
    std::vector<DescriptorPoolHandle> descriptorPools;
    CommandPoolHandle pool; // owns `handle`
    VkCommandBuffer handle = VK_NULL_HANDLE;
    uint32_t commandCount = 0;
    uint32_t barrierCount = 0;
};

} // namespace weightless::vulkan
