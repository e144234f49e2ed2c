// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Nearest upsampling of pictures by two: an invocation makes the 2 x 2 results of four neighbouring inputs of a row.

#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)

PARAMETERS(uint count; uint width; uint runsPerRow;)

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint row = index / push.runsPerRow;
    const uint first = index % push.runsPerRow * 4;
    for (uint i = first; i < min(first + 4, push.width); ++i) {
        const T0_COMPUTE value = LOAD(T0, x, row * push.width + i);
        const uint at = row * push.width * 4 + i * 2;
        STORE(T0, y, at, value);
        STORE(T0, y, at + 1, value);
        STORE(T0, y, at + push.width * 2, value);
        STORE(T0, y, at + push.width * 2 + 1, value);
    }
}
