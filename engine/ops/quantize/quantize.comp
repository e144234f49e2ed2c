// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "exact.glsl"
#include "scalelayout.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint hasZeroPoint = 0;
layout(constant_id = 1) const uint multiplies = 0; // else divides by the scale

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, scale)
TENSOR(2, readonly, T1, zeroPoint)
TENSOR(3, writeonly, T1, y)
// low and high are the result type's limits.
PARAMETERS(uint count; SCALE_LAYOUT float low; float high;)
#include "scaleindex.glsl"

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint s = scaleIndex(i);
    const float zero = hasZeroPoint != 0 ? float(LOAD(T1, zeroPoint, s)) : 0.0;
    const float number = float(LOAD(T0, x, i));
    const float each = float(LOAD(T0, scale, s));
    const float value = roundEven(multiplies != 0 ? number * each : exactDivide(number, each)) + zero;
    STORE(T1, y, i, T1_COMPUTE(clamp(value, push.low, push.high)));
}
