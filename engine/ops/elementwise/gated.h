// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

namespace weightless::ops::elementwise {

// Values and what gates them, in rows of `columns` elements that begin `pitch` apart: in tensors of their
// own, or gates in the same rows from element `firstGate` on. float32, float16 or bfloat16.
struct GatedRows {
    TensorRef values;
    TensorRef gates;
    int64_t columns = 0;
    int64_t pitch = 0;
    int64_t firstGate = 0;
};

[[nodiscard]] bool hasGatedKernel(DataType type);

// y = values * f(gates), one step: f is that unary operation (operations.h), with its alpha.
void dispatchGated(
    LoweringContext& context, const GatedRows& rows, uint32_t operation, float alpha, const TensorRef& y);

} // namespace weightless::ops::elementwise
