// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/headerversion.h"

#include <vulkan/vulkan_core.h>

namespace weightless::vulkan {

std::string headerVersion()
{
    constexpr uint32_t version = VK_HEADER_VERSION_COMPLETE;
    return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version))
        + "." + std::to_string(VK_API_VERSION_PATCH(version));
}

} // namespace weightless::vulkan
