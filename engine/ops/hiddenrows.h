// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

namespace weightless::ops {

// `target` is `values`, [batch …, rows, columns], but for zeros in rows that see no key: those of which
// `mask`, what is added to scores that it broadcasts to, says minus infinity for all keys. A softmax has no
// numbers for them. `areHeadsInside`: values and target are [batch …, rows, heads, columns].
void dispatchZeroHiddenRows(LoweringContext& context, const TensorRef& values, const TensorRef& mask,
    bool areHeadsInside, const TensorRef& target);

} // namespace weightless::ops
