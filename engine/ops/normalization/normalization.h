// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"
#include "engine/ops/operator.h"

namespace weightless::ops::normalization {

void registerRowNorms(Registry& registry); // InstanceNormalization, LayerNormalization, GroupNormalization
void registerAddNorm(Registry& registry); // sums, and what they are normalised to
void registerBatchNorm(Registry& registry);
void registerLrn(Registry& registry);
void registerMeanVariance(Registry& registry); // MeanVariance-, Lp-, RMSNormalization

// What LayerNormalization and its like take for a row.
struct LayerRows {
    Shape statistics; // the input's shape with ones from the axis on
    Shape normalized; // its dimensions from the axis on
};
[[nodiscard]] LayerRows layerRows(const NodeView& node);

// BatchNormalization by the statistics of what it is given. The outputs: what is normalised, the running mean and
// variance, and as nodes before opset 14 have them too, the mean and one over the deviation of what is given.
void lowerTrainingBatchNorm(LoweringContext& context);

} // namespace weightless::ops::normalization
