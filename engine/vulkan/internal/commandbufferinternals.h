// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/commandmemoryinternals.h"
#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/queue.h"

#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace weightless::vulkan {

struct CommandBufferInternals {
    CommandBufferInternals() = default;
    ~CommandBufferInternals()
    {
        if (home) {
            home->give(std::move(memory));
        }
    }
    CommandBufferInternals(const CommandBufferInternals&) = delete;
    CommandBufferInternals& operator=(const CommandBufferInternals&) = delete;

    std::shared_ptr<DeviceInternals> device;
    std::shared_ptr<CommandMemoryInternals> home; // where `memory` goes back to; null: it goes with this
    QueueKind queue = QueueKind::Compute;
    uint32_t queueFamily = 0;
    // Buffers, pipelines, timestamp pools. By owner: the ranges of one buffer may each be held for
    // themselves.
    std::set<std::shared_ptr<const void>, std::owner_less<>> kept;
    std::vector<BufferViewHandle> texelViews;
    // Of buffers in `kept`: what the commands write there, the CPU sees once it is told to look again.
    std::set<VkDeviceMemory> writtenNonCoherent;
    RecordedMemory memory;
    uint32_t commandCount = 0;
    uint32_t barrierCount = 0;
};

} // namespace weightless::vulkan
