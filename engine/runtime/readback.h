// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/vulkan/buffer.h"
#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/queue.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace weightless {

struct ContextInternals;

// How a range is copied to where the CPU reads it: made at the first time, kept for the next ones.
struct ReadBackCopy {
    std::shared_ptr<const vulkan::Buffer> staging;
    std::array<std::shared_ptr<const vulkan::CommandBuffer>, 2> commands; // by kind of queue
};

struct ReadRequest {
    TensorDescriptor descriptor;
    vulkan::BufferRange range; // at least the tensor's bytes
    vulkan::QueuePoint after; // from when on the range holds them
    ReadBackCopy* kept = nullptr; // of this range; null: nobody reads it again
};

// Copies tensors to the CPU: all read-backs are on their way before the first is awaited; counted as
// transfers. Waits for what the requests name and, where a copy has to be made on a device with one queue,
// for what was handed over before. OutOfMemory, DeviceLost.
[[nodiscard]] std::vector<HostTensor> readBack(
    ContextInternals& context, std::span<const ReadRequest> requests);

} // namespace weightless
