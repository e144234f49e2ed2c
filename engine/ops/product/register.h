// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

namespace weightless::ops::product {

// MatMul, and weightless.FusedMatMul: inputs a, b, (bias of one value per column), (residual of the result's
// shape), (factors and sums per column, in place of the bias), attributes as epilogueOf().
void registerMatMul(Registry& registry);
void registerGemm(Registry& registry);

} // namespace weightless::ops::product
