// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
PARAMETERS(uint count; float bias; float lambda;)

void main()
{
    const uint i = linearIndex();
    if (i < push.count) {
        const REAL value = REAL(LOAD(T0, x, i));
        const REAL result =
            value < -push.lambda ? value + push.bias : value > push.lambda ? value - push.bias : 0.0;
        STORE(T0, y, i, T0_COMPUTE(result));
    }
}
