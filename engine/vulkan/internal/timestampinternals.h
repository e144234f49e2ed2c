// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"

#include <memory>

namespace weightless::vulkan {

struct TimestampInternals {
    std::shared_ptr<DeviceInternals> device;
    QueryPoolHandle pool;
    uint32_t count = 0;
};

} // namespace weightless::vulkan
