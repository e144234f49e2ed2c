// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/vulkan/internal/volkloader.h"

#include <string>
#include <string_view>

namespace weightless::vulkan {

[[nodiscard]] std::string_view resultName(VkResult result);
[[nodiscard]] ErrorKind errorKind(VkResult result);

// What a driver's failure means to a caller: "Vulkan failed to <action>: <name>" and what to do about it.
[[nodiscard]] Error resultError(VkResult result, std::string_view action);

} // namespace weightless::vulkan
