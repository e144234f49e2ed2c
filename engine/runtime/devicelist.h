// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/deviceinfo.h"

#include <vector>

namespace weightless {

struct ListedDevice {
    vulkan::DeviceInfo info;
    vulkan::DeviceFacts facts;
};

// As listDevices(), with all that the drivers say. Unsupported without Vulkan.
[[nodiscard]] std::vector<ListedDevice> listDeviceFacts(const LogSink& log = {});

} // namespace weightless
