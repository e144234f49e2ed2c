// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/runtime/devicerates.h"
#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/deviceinfo.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace weightless {

struct ListedDevice {
    vulkan::DeviceInfo info;
    vulkan::DeviceFacts facts;
    std::optional<DeviceRates> rates = {}; // as they were measured last, if they were
};

// As listDevices(), with all that the drivers say, and with what was measured and kept in the folder
// (ContextOptions::pipelineCacheFolder). Unsupported without Vulkan.
[[nodiscard]] std::vector<ListedDevice> listDeviceFacts(
    const LogSink& log = {}, const std::filesystem::path& cacheFolder = {});

} // namespace weightless
