// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/submission.h"

#include <cstddef>
#include <memory>
#include <span>

namespace weightless {

namespace vulkan {
class Device;
}

// Puts bytes into a range of device memory: in place where it is mapped, through a staging slice where it is
// not. The device must not be using the range.
void uploadBytes(const std::shared_ptr<const vulkan::Device>& device, const vulkan::BufferRange& target,
    std::span<const std::byte> bytes);

// The reverse. Waits for what the device is doing.
void downloadBytes(const std::shared_ptr<vulkan::Device>& device, const vulkan::BufferRange& source,
    std::span<std::byte> bytes);

// A read-back that is under way: the bytes are in `staging` once `copy` is done.
struct ReadBack {
    std::shared_ptr<const vulkan::Buffer> staging;
    vulkan::Submission copy;
};

[[nodiscard]] ReadBack startReadBack(
    const std::shared_ptr<vulkan::Device>& device, const vulkan::BufferRange& range);

} // namespace weightless
