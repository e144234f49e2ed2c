// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What QuantizeLinear to bytes makes of x, less the zero point, as float32: no bytes stand between.
#include "tensor.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;

TENSOR(2, readonly, F32, scale)
TENSOR(3, readonly, T2, zeroPoint)
PARAMETERS(uint count; float low; float high;) // what bytes can be

float divisor;
float zero;
#define READ_ONCE                                                                                                     \
    divisor = AT(scale, 0);                                                                                           \
    zero = float(LOAD(T2, zeroPoint, 0));

float evaluate(float value) { return clamp(roundEven(exactDivide(value, divisor)) + zero, push.low, push.high) - zero; }

#include "elementwise/flatloop.glsl"
