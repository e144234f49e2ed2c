// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/stridedloop.h"

#include <array>
#include <cstdint>

// PARAMETERS of the kernels, whether they make elements, quads or groups of eight.
namespace weightless::ops::elementwise {

struct UnaryParameters {
    uint32_t count; // of elements, or of groups
    float alpha;
    float beta;
};

struct BroadcastParameters {
    uint32_t invocations;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> leftStrides;
    std::array<uint32_t, maxLoopRank> rightStrides;
};

} // namespace weightless::ops::elementwise
