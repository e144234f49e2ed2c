// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// `node` is the last of a normalisation of rows as it was written out before it was an operator (opset 17,
// 23): with the mean's d = x - ReduceMean(x) in place of x, or without, d / Sqrt(ReduceMean(d²) + epsilon),
// also by Reciprocal, 1 / …, or Pow with -1/2, then Mul by a factor for each place of a row, then Add of what
// is added there: one LayerNormalization, or one SimplifiedLayerNormalization. x in 16 bits may be normalised
// in float32 between two Casts.
[[nodiscard]] std::optional<DataflowNode> matchRowNorm(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const DataflowNode& node);

} // namespace weightless::plan
