// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"

#include <vector>

namespace weightless::vulkan {

// Memory types (indices) that serve the intent, best first, of those `typeBits` allows. Host-visible ones are
// coherent: nothing is ever flushed by hand.
[[nodiscard]] std::vector<uint32_t> memoryTypesFor(const VkPhysicalDeviceMemoryProperties& memory,
    uint32_t typeBits, BufferIntent intent, bool isMemoryUnified);

[[nodiscard]] MemoryPurpose purposeOf(BufferIntent intent);
[[nodiscard]] std::string_view nameOf(BufferIntent intent); // "weights", for messages

} // namespace weightless::vulkan
