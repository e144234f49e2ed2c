// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/vulkan/losedevice.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/deviceinternals.h"

namespace weightless::testing {

void loseDevice(const vulkan::Device& device)
{
    try {
        device.internals()->check(VK_ERROR_DEVICE_LOST, "run a test");
    } catch (const Error&) {
        return; // what every caller is told from now on
    }
}

} // namespace weightless::testing
