// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weightless::vulkan {

// One Vulkan device of this machine, usable or not, as a list of devices shows it.
struct DeviceInfo {
    int index = 0; // position in Instance::devices(); what Device::create takes
    DeviceTraits traits;
    bool isTranslated = false; // its driver hands on to another API's (Mesa's Dozen, to Direct3D 12)
    std::string driverName;
    std::string driverVersion;
    std::string apiVersion; // "1.3.230"
    uint64_t deviceMemoryBytes = 0; // software devices: what the system can hand out
    std::string uuid; // 32 hexadecimal digits, the same in every process on this machine
    std::string cacheKey; // device, driver, and what it compiles: names files that hold for these alone
    bool isUsable = true;
    std::string unusableReason; // empty when usable
};

// The device that was asked for by index, or the best usable one: discrete, integrated, virtual, other; the
// same through another API, which is the same hardware, slower; software. The list's order breaks ties.
// InvalidArgument for an index that is not in the list or not usable,
// Unsupported when no device is usable; the messages name what there is.
[[nodiscard]] const DeviceInfo& chooseDevice(
    std::span<const DeviceInfo> devices, std::optional<int> index = std::nullopt);

// Lower is better; the order of Instance::devices().
[[nodiscard]] int preferenceRank(const DeviceInfo& device);

// "discrete", "integrated", "virtual", "software", "other".
[[nodiscard]] std::string_view toString(DeviceType type);

} // namespace weightless::vulkan
