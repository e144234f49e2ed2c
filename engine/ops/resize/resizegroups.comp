// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Linear interpolation of pictures for software devices: a lane makes eight neighbouring results of a row.

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(1, writeonly, y)
PARTS_OF_TENSOR(1, writeonly, y)

layout(constant_id = 1) const uint storeWidth = 1; // of storerow.glsl

#include "resize/lines.glsl"
#include "product/storerow.glsl"

// Columns of a row of x from `first` on, which may be -1. Those outside are the nearest inside.
void readColumns(uint row, int first, out float values[mostColumns])
{
    const int rowBegin = int(push.tensorOffset[xSlot] + row * push.inSize[1]);
    const int begin = rowBegin + first;
    READ_NEIGHBOURS(x, begin >> texelShift, 0, (rowBegin + int(push.inSize[1]) - 1) >> texelShift, uint(begin), mostColumns, values)
    values[0] = first < 0 ? values[1] : values[0];
    [[unroll]] for (uint i = 1; i < mostColumns; ++i) {
        values[i] = first + int(i) < int(push.inSize[1]) ? values[i] : values[i - 1];
    }
}

void main()
{
    const uint groupsAcross = (push.outSize[1] + 7) / 8;
    uint rest = linearIndex();
    const uint ox = rest % groupsAcross * 8;
    rest /= groupsAcross;
    const uint oy = rest % push.outSize[0];
    const uint plane = rest / push.outSize[0];
    if (plane >= push.planes) {
        return;
    }
    uint top;
    uint bottom;
    float lower;
    rowsOf(oy, top, bottom, lower);
    int first;
    float behind;
    columnOf(ox, first, behind);

    float above[mostColumns];
    float below[mostColumns];
    readColumns(plane * push.inSize[0] + top, first, above);
    readColumns(plane * push.inSize[0] + bottom, first, below);
    float results[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        results[e] = neighbourOf(above, below, lower, first, behind, e);
    }
    storeRow(results, (plane * push.outSize[0] + oy) * push.outSize[1] + ox, ox, push.outSize[1]);
}
