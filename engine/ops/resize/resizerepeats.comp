// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Each element of a picture several times beside and below itself, for software devices: a lane makes eight neighbouring
// results, and the rows that repeat them.

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(1, writeonly, y)
PARTS_OF_TENSOR(1, writeonly, y)

PARAMETERS(uint rows; uint width;) // of x

layout(constant_id = 0) const uint across = 2; // repetitions: 1, 2, 4 or a multiple of 8
layout(constant_id = 1) const uint down = 2;
layout(constant_id = 2) const uint storeWidth = 1; // of storerow.glsl

#include "product/storerow.glsl"

void main()
{
    const uint width = push.width * across;
    const uint groupsAcross = (width + 7) / 8;
    const uint index = linearIndex();
    const uint row = index / groupsAcross;
    const uint ox = index % groupsAcross * 8;
    if (row >= push.rows) {
        return;
    }
    const int rowBegin = int(push.tensorOffset[xSlot] + row * push.width);
    const int begin = rowBegin + int(ox / across);
    float values[8];
    READ_NEIGHBOURS(x, begin >> texelShift, 0, (rowBegin + int(push.width) - 1) >> texelShift, uint(begin), 8, values)
    float results[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        results[e] = values[e / across];
    }
    for (uint i = 0; i < down; ++i) {
        storeRow(results, (row * down + i) * width + ox, ox, width);
    }
}
