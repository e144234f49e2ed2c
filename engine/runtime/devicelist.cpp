// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicelist.h"

#include "engine/runtime/devicerecord.h"
#include "engine/vulkan/instance.h"

#include <utility>

namespace weightless {

std::vector<ListedDevice> listDeviceFacts(const LogSink& log, const std::filesystem::path& cacheFolder)
{
    const auto instance = vulkan::Instance::create({.log = log});
    std::vector<ListedDevice> all;
    for (const vulkan::DeviceInfo& device : instance->devices()) {
        ListedDevice listed {
            instance->info(device.index), instance->facts(device.index), keptRates(cacheFolder, device)};
        if (listed.rates) {
            listed.info.traits = withRates(std::move(listed.info.traits), *listed.rates);
        }
        all.push_back(std::move(listed));
    }
    return all;
}

} // namespace weightless
