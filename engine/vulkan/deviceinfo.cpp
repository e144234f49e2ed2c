// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/deviceinfo.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless::vulkan {

namespace {

constexpr int hardwareRanks = 4;

int rankOf(DeviceType type)
{
    switch (type) {
    case DeviceType::Discrete:
        return 0;
    case DeviceType::Integrated:
        return 1;
    case DeviceType::Virtual:
        return 2;
    case DeviceType::Other:
        return 3;
    case DeviceType::Software:
        return 2 * hardwareRanks;
    }
    return 3 * hardwareRanks;
}

} // namespace

int preferenceRank(const DeviceInfo& device)
{
    return rankOf(device.traits.type) + (device.isTranslated ? hardwareRanks : 0);
}

std::string_view toString(DeviceType type)
{
    switch (type) {
    case DeviceType::Discrete:
        return "discrete";
    case DeviceType::Integrated:
        return "integrated";
    case DeviceType::Virtual:
        return "virtual";
    case DeviceType::Software:
        return "software";
    case DeviceType::Other:
        return "other";
    }
    return "other";
}

namespace {

std::string listed(std::span<const DeviceInfo> devices)
{
    std::string text;
    for (const DeviceInfo& device : devices) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(device.index) + " " + device.traits.name;
        if (!device.isUsable) {
            text += " (unusable: " + device.unusableReason + ")";
        }
    }
    return text.empty() ? "there is no Vulkan device" : text;
}

} // namespace

const DeviceInfo& chooseDevice(std::span<const DeviceInfo> devices, std::optional<int> index)
{
    if (index) {
        const auto found = std::find_if(
            devices.begin(), devices.end(), [&](const DeviceInfo& device) { return device.index == *index; });
        if (found == devices.end()) {
            throw Error(ErrorKind::InvalidArgument,
                "No Vulkan device has index " + std::to_string(*index) + ": " + listed(devices));
        }
        if (!found->isUsable) {
            throw Error(ErrorKind::InvalidArgument,
                "Vulkan device " + std::to_string(*index) + ", " + found->traits.name
                    + ", cannot be used: " + found->unusableReason);
        }
        return *found;
    }
    const DeviceInfo* best = nullptr;
    for (const DeviceInfo& device : devices) {
        if (device.isUsable && (best == nullptr || preferenceRank(device) < preferenceRank(*best))) {
            best = &device;
        }
    }
    if (best == nullptr) {
        throw Error(ErrorKind::Unsupported,
            "No usable Vulkan device: " + listed(devices) + "; install a graphics driver with Vulkan 1.2");
    }
    return *best;
}

} // namespace weightless::vulkan
