// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/spirv.h"

#include <array>
#include <cstdint>
#include <vector>

namespace weightless::testing {

inline constexpr uint32_t moduleFunction = 4; // of the entry point

// An entry point with its work group's size, of a module that says what it needs.
inline std::vector<uint32_t> moduleOf(
    const std::vector<uint32_t>& capabilities, uint32_t version = 0x00010500)
{
    std::vector<uint32_t> words {0x07230203, version, 0, 5, 0};
    for (const uint32_t capability : capabilities) {
        words.push_back(2u << 16 | vulkan::opCapability);
        words.push_back(capability);
    }
    const std::array<uint32_t, 14> rest {3u << 16 | 14u, 0, 1, // OpMemoryModel
        5u << 16 | vulkan::opEntryPoint, 5, moduleFunction, 0x6e69616d, 0, // GLCompute, "main"
        6u << 16 | vulkan::opExecutionMode, moduleFunction, 17, 64, 1, 1}; // LocalSize
    words.insert(words.end(), rest.begin(), rest.end());
    return words;
}

} // namespace weightless::testing
