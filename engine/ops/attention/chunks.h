// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/attention/problem.h"

namespace weightless::ops::attention {

// Lays down product, softmax and product, for as many rows at a time as scores of half of scratchBytes()
// allow.
void dispatchChunks(LoweringContext& context, const AttentionSizes& sizes, const Operands& operands);

} // namespace weightless::ops::attention
