// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, indices)
TENSOR(1, readonly, T1, values)
TENSOR(2, writeonly, T1, result)
// result is [outer, depth, inner], indices [outer, inner]; values are off and on. An index out of range is nowhere on.
PARAMETERS(uint count; uint depth; uint inner;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint line = i / push.inner;
    const uint outer = line / push.depth;
    const uint position = line - outer * push.depth;
    T0_COMPUTE index = T0_COMPUTE(LOAD(T0, indices, outer * push.inner + (i - line * push.inner)));
    if (index < T0_COMPUTE(0)) {
        index += T0_COMPUTE(push.depth);
    }
    if (index == T0_COMPUTE(position)) {
        AT(result, i) = AT(values, 1);
    } else {
        AT(result, i) = AT(values, 0);
    }
}
