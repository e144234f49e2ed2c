// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/rowparts.h"

#include <array>
#include <cstdint>

namespace weightless::ops::reduction {

// What is reduced, dimensions that are neighbours in memory merged: the parameters of reduce.comp.
struct ReduceParameters {
    uint32_t rows, length;
    std::array<uint32_t, 3> keptSize, keptStride, reducedSize, reducedStride;
};

// By kernels of which a lane reduces neighbours that belong to different results: floats, where the
// dimensions that are reduced have others behind them. False, with nothing laid down, where something else
// suits better.
[[nodiscard]] bool lowerColumns(LoweringContext& context, const ReduceParameters& reduced, RowReduction kind);

} // namespace weightless::ops::reduction
