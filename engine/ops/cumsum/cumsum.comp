// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 460
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
// One invocation per line of `size` elements, `inner` apart.
PARAMETERS(uint lines; uint size; uint inner; uint exclusive; uint reverse;)

void main()
{
    const uint line = linearIndex();
    if (line >= push.lines) {
        return;
    }
    const uint outer = line / push.inner;
    const uint first = outer * push.size * push.inner + (line - outer * push.inner);
    T0_COMPUTE sum = T0_COMPUTE(0);
    for (uint step = 0; step < push.size; ++step) {
        const uint i = first + (push.reverse != 0 ? push.size - 1 - step : step) * push.inner;
        const T0_COMPUTE value = LOAD(T0, x, i);
        if (push.exclusive != 0) {
            STORE(T0, y, i, sum);
            sum += value;
        } else {
            sum += value;
            STORE(T0, y, i, sum);
        }
    }
}
