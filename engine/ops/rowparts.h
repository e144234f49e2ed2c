// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/rows.h"

namespace weightless::ops {

// What rows are reduced to: numbers as in reduction/kinds.glsl. The last two are of parts of rows alone: what
// mean and deviation are made of, or the deviation from zero.
enum class RowReduction : uint32_t {
    Sum,
    Mean,
    Max,
    Min,
    Prod,
    L1,
    L2,
    SumSquare,
    LogSum,
    LogSumExp,
    Moments,
    MeanSquare
};

// Lays down the launch that reduces every part of x; what it finds is scratch memory for mergeParts().
[[nodiscard]] TensorRef reducedParts(
    LoweringContext& context, const TensorRef& x, const RowParts& parts, RowReduction kind);

// Lays down the launch that makes rows' results of what was found of their parts. Always the same ones: parts
// are added up in an order of their own.
void mergeParts(LoweringContext& context, const TensorRef& found, const RowParts& parts, RowReduction kind,
    const TensorRef& result);

// The same of Moments or MeanSquare: float32 tensors of one element for each row. Of MeanSquare the mean is
// 0.
struct RowMoments {
    TensorRef mean;
    TensorRef inverseDeviation; // of variance + epsilon
};
void mergeMoments(LoweringContext& context, const TensorRef& found, const RowParts& parts, RowReduction kind,
    float epsilon, const RowMoments& results);

} // namespace weightless::ops
