// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace weightless::vulkan {

// "1.3.239": the Vulkan headers this build was made with; a device's own version is in DeviceInfo. Any
// thread.
[[nodiscard]] std::string headerVersion();

} // namespace weightless::vulkan
