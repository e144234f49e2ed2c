// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/vulkan/losedevice.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/deviceinternals.h"

namespace weightless::testing {

void loseDevice(const vulkan::Device& device)
{
    const vulkan::DeviceInternals& internals = *device.internals();
    // A lost device executes nothing more: what is under way must not use what is given back from now on.
    internals.calls.table.vkDeviceWaitIdle(internals.calls.handle);
    try {
        internals.check(VK_ERROR_DEVICE_LOST, "run a test");
    } catch (const Error&) {
        return; // what every caller is told from now on
    }
}

} // namespace weightless::testing
