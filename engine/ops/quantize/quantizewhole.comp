// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What QuantizeLinear to bytes makes of x, less the zero point, as float32: no bytes stand between.
#include "tensor.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;

TENSOR(2, readonly, F32, scale)
TENSOR(3, readonly, T2, zeroPoint)
PARAMETERS(uint count; float low; float high;) // what bytes can be

float evaluate(float value)
{
    const float zero = float(LOAD(T2, zeroPoint, 0));
    return clamp(roundEven(exactDivide(value, AT(scale, 0))) + zero, push.low, push.high) - zero;
}

#include "elementwise/flatloop.glsl"
