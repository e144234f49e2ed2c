// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

namespace weightless::ops {

// How a kernel of shaders/rows.glsl is laid out over `rows` rows of `length` elements: lanes per row, which
// is its first specialization constant, and groups.
struct RowTeams {
    uint32_t teamSize = 1;
    std::array<uint32_t, 3> groups {};
};

[[nodiscard]] RowTeams rowTeams(const vulkan::DeviceTraits& device, uint64_t rows, uint64_t length);

} // namespace weightless::ops
