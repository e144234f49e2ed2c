// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

#if defined(T0_IS_i32) || defined(T0_IS_i64)
#define SUM T0_COMPUTE
#else
#define SUM REAL
#endif

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x) // [images and channels, taps, places]
TENSOR(1, writeonly, T0, y) // [images and channels, planes, rows, columns]
// Every pixel is the sum of the blocks that cover it, at most one element of each.
PARAMETERS(uint count; uint imageSize[3]; uint blockSize[3]; uint blocks[3]; uint strides[3]; uint dilations[3];
           int pads[3];)

// The block, along one dimension, whose tap covers this place; -1 for none.
int blockAt(uint place, uint tap, uint d)
{
    const int at = int(place) + push.pads[d] - int(tap * push.dilations[d]);
    const int stride = int(push.strides[d]);
    return at >= 0 && at % stride == 0 && at / stride < int(push.blocks[d]) ? at / stride : -1;
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint column = i % push.imageSize[2];
    const uint row = i / push.imageSize[2] % push.imageSize[1];
    const uint plane = i / (push.imageSize[2] * push.imageSize[1]) % push.imageSize[0];
    const uint channel = i / (push.imageSize[2] * push.imageSize[1] * push.imageSize[0]);
    const uint taps = push.blockSize[0] * push.blockSize[1] * push.blockSize[2];
    SUM sum = SUM(0);
    for (uint tap = 0; tap < taps; ++tap) {
        const uint line = tap / push.blockSize[2];
        const int c = blockAt(column, tap - line * push.blockSize[2], 2);
        const int r = blockAt(row, line % push.blockSize[1], 1);
        const int p = blockAt(plane, line / push.blockSize[1], 0);
        if (c >= 0 && r >= 0 && p >= 0) {
            const uint place = (uint(p) * push.blocks[1] + uint(r)) * push.blocks[2] + uint(c);
            sum += SUM(LOAD(T0, x, (channel * taps + tap) * push.blocks[0] * push.blocks[1] * push.blocks[2] + place));
        }
    }
    STORE(T0, y, i, sum);
}
