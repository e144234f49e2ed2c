// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

namespace weightless::ops::normalization {

void registerRowNorms(Registry& registry); // InstanceNormalization, LayerNormalization, GroupNormalization
void registerBatchNorm(Registry& registry);
void registerLrn(Registry& registry);

} // namespace weightless::ops::normalization
