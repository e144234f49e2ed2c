// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "elementwise/operations.glsl"
#include "elementwise/unarymath.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint operation = 0;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
PARAMETERS(uint count; uint columns;) // of y

void main()
{
    const uint i = linearIndex();
    if (i < push.count) {
        const uint value = i + i / push.columns * push.columns; // rows of x are twice as long
        STORE(T0, y, i, LOAD(T0, x, value) * unary(operation, LOAD(T0, x, value + push.columns), 0.0, 0.0));
    }
}
