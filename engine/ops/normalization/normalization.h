// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

namespace weightless::ops::normalization {

void registerRowNorms(Registry& registry); // InstanceNormalization, LayerNormalization, GroupNormalization
void registerBatchNorm(Registry& registry);
void registerLrn(Registry& registry);
void registerMeanVariance(Registry& registry); // MeanVariance-, Lp-, RMSNormalization

// BatchNormalization with training_mode = 1, opset 14 and later.
void lowerTrainingBatchNorm(LoweringContext& context);

} // namespace weightless::ops::normalization
