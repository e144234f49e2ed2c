// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicelist.h"

#include "engine/vulkan/instance.h"

namespace weightless {

std::vector<ListedDevice> listDeviceFacts(const LogSink& log)
{
    const auto instance = vulkan::Instance::create({.log = log});
    std::vector<ListedDevice> all;
    for (const vulkan::DeviceInfo& info : instance->devices()) {
        all.push_back({info, instance->facts(info.index)});
    }
    return all;
}

} // namespace weightless
