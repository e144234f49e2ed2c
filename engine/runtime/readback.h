// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/vulkan/buffer.h"

#include <span>
#include <vector>

namespace weightless {

struct ContextInternals;

struct ReadRequest {
    TensorDescriptor descriptor;
    vulkan::BufferRange range; // at least the tensor's bytes
};

// Copies tensors to the CPU: all read-backs are on their way before the first is awaited; counted as
// transfers. Waits for what the device is doing.
[[nodiscard]] std::vector<HostTensor> readBack(
    ContextInternals& context, std::span<const ReadRequest> requests);

} // namespace weightless
