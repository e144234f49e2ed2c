// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// ArgMax and ArgMin, one result per invocation. A launch looks at `steps` elements from `first` on and goes on where the
// one before it stopped.

#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, , I64, y)

PARAMETERS(uint rows; uint extent; uint inner; uint first; uint steps;)

layout(constant_id = 0) const uint isMinimum = 0;
layout(constant_id = 1) const uint selectsLast = 0;

void main()
{
    const uint row = linearIndex();
    if (row >= push.rows) {
        return;
    }
    const uint begin = row / push.inner * push.extent * push.inner + row % push.inner;
    uint best = 0;
    if (push.first != 0) {
        best = uint(AT(y, row));
    }
    T0_COMPUTE bestValue = LOAD(T0, x, begin + best * push.inner);
    for (uint i = push.first; i < push.first + push.steps; ++i) {
        const T0_COMPUTE value = LOAD(T0, x, begin + i * push.inner);
        const bool isBetter = isMinimum != 0 ? value < bestValue : value > bestValue;
        if (isBetter || (selectsLast != 0 && value == bestValue)) {
            best = i;
            bestValue = value;
        }
    }
    AT(y, row) = int64_t(best);
}
