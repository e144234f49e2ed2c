// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <span>

namespace weightless::vulkan {

enum class Access { Read, Write, ReadWrite };

// One tensor of a dispatch. The range begins at a multiple of the element's size. An empty range (no buffer
// needed) binds a few bytes nobody may use.
struct TensorBinding {
    BufferRange range;
    uint32_t elementSizeBytes = 4;
    Access access = Access::Read;
};

} // namespace weightless::vulkan
