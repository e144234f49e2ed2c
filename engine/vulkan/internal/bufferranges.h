// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/internal/deviceinternals.h"

namespace weightless::vulkan {

// The VkBuffer of a range that was checked.
[[nodiscard]] VkBuffer bufferHandle(const Buffer& buffer);

// InvalidArgument when the range has no buffer, is another device's, or leaves its buffer.
void checkRange(const BufferRange& range, const DeviceInternals& device);

} // namespace weightless::vulkan
