// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, start)
TENSOR(1, readonly, T0, delta)
TENSOR(2, writeonly, T0, result)
PARAMETERS(uint count;)

void main()
{
    const uint i = linearIndex();
    if (i < push.count) {
        STORE(T0, result, i, LOAD(T0, start, 0) + T0_COMPUTE(i) * LOAD(T0, delta, 0));
    }
}
