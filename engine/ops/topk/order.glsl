// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// In which order TopK sorts. Of equal elements the one that is nearer to the line's beginning comes first.

#ifndef WEIGHTLESS_TOPK_ORDER_GLSL
#define WEIGHTLESS_TOPK_ORDER_GLSL

layout(constant_id = 0) const uint isLargest = 1;
layout(constant_id = 1) const uint areResults = 1; // what is written, [outer, k, inner]; else runs, [line, run, kept]

// NaN is larger than every number, as in NumPy.
bool isBefore(T0_COMPUTE a, T0_COMPUTE b)
{
#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
    if (isnan(a) || isnan(b)) {
        return isLargest != 0 ? isnan(a) && !isnan(b) : isnan(b) && !isnan(a);
    }
#endif
    return isLargest != 0 ? a > b : a < b;
}

#endif
