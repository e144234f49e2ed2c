// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint multiplies = 0; // CumProd

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
// Each line's sum or product so far, from one launch to the next.
#define SUM_STORAGE T0_COMPUTE
#define SUM_BYTES T0_BYTES
TENSOR(2, , SUM, sums)
// One invocation per line of `size` elements, `inner` apart; a launch walks `steps` of them from `first` on.
PARAMETERS(uint lines; uint size; uint inner; uint exclusive; uint reverse; uint first; uint steps;)

void main()
{
    const uint line = linearIndex();
    if (line >= push.lines) {
        return;
    }
    const uint outer = line / push.inner;
    const uint begin = outer * push.size * push.inner + (line - outer * push.inner);
    T0_COMPUTE sum = T0_COMPUTE(multiplies);
    if (push.first != 0) {
        sum = AT(sums, line);
    }
    for (uint step = push.first; step < push.first + push.steps; ++step) {
        const uint i = begin + (push.reverse != 0 ? push.size - 1 - step : step) * push.inner;
        const T0_COMPUTE value = LOAD(T0, x, i);
        if (push.exclusive != 0) {
            STORE(T0, y, i, sum);
            sum = multiplies != 0 ? sum * value : sum + value;
        } else {
            sum = multiplies != 0 ? sum * value : sum + value;
            STORE(T0, y, i, sum);
        }
    }
    if (push.first + push.steps < push.size) {
        AT(sums, line) = sum;
    }
}
