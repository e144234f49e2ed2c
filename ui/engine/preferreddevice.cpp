// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/preferreddevice.h"

#include "ui/text/text.h"

#include <algorithm>
#include <vector>

namespace weightless::ui {

PreferredDevice preferredDevice(const vulkan::DeviceInfo& device)
{
    return {fromUtf8(device.uuid), fromUtf8(device.traits.name)};
}

std::optional<size_t> findDevice(const PreferredDevice& wanted, std::span<const PreferredDevice> devices)
{
    auto found = std::ranges::find(devices, wanted);
    if (found == devices.end() && !wanted.id.isEmpty())
        found = std::ranges::find(devices, wanted.id, &PreferredDevice::id);
    if (found == devices.end() && !wanted.name.isEmpty())
        found = std::ranges::find(devices, wanted.name, &PreferredDevice::name);
    return found == devices.end() ? std::nullopt
                                  : std::optional(static_cast<size_t>(found - devices.begin()));
}

std::optional<int> findUsableDevice(
    const PreferredDevice& wanted, std::span<const vulkan::DeviceInfo> devices)
{
    std::vector<PreferredDevice> usable;
    std::vector<int> indices;
    for (const vulkan::DeviceInfo& device : devices) {
        if (device.isUsable) {
            usable.push_back(preferredDevice(device));
            indices.push_back(device.index);
        }
    }
    const auto found = findDevice(wanted, usable);
    return found ? std::optional(indices[*found]) : std::nullopt;
}

} // namespace weightless::ui
