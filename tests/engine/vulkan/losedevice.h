// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/device.h"

namespace weightless::testing {

// As if the driver had reported, in answer to some call, that the device is lost.
void loseDevice(const vulkan::Device& device);

} // namespace weightless::testing
