// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"

#include <cstddef>
#include <memory>
#include <span>

namespace weightless {

namespace vulkan {
class Device;
}
struct ContextInternals;

// Puts bytes into a range of device memory: in place where the CPU sees it, and then the device must not be
// using it; in order with what the compute queue does where not. OutOfMemory, DeviceLost.
void uploadBytes(
    ContextInternals& context, const vulkan::BufferRange& target, std::span<const std::byte> bytes);

// The reverse. Waits for what the device is doing. OutOfMemory, DeviceLost.
void downloadBytes(const std::shared_ptr<vulkan::Device>& device, const vulkan::BufferRange& source,
    std::span<std::byte> bytes);

} // namespace weightless
