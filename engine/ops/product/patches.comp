#version 460
// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Lays an image out so that the product can read it as a matrix: for each tap (tapRow, tapColumn) a copy of every
// channel, shifted and strided to the tap, with its padding as zeros and its rows padded to a multiple of 8.
// y[tapRow][tapColumn][channel][row][x], row counting through the planes of a volume.
// A vertical stride of 1 needs no copy per tap row: then copyRows is 1 and the rows include the padding.
// With a horizontal stride of 1 or 2 (strideX; 0 is any) a lane makes a group of 8 from aligned groups (wide.glsl).

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(0, readonly, x)
WIDE_TENSOR(1, writeonly, y)

PARAMETERS(uint count; uint channels; uint planes; uint height; uint width; uint outPlanes; uint outRows;
           uint outGroups; uint tapColumns; uint tapRows; uint stridePlane; uint strideRow; uint strideColumn;
           uint dilationPlane; uint dilationRow; uint dilationColumn; int padPlane; int padRow; int padColumn;)

layout(constant_id = 0) const uint strideX = 1;

#include "product/shift.glsl"

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint step = strideX == 0 ? 8 : 1;
    const uint group = index / step % push.outGroups;
    uint rest = index / step / push.outGroups;
    const uint row = rest % push.outRows;
    rest /= push.outRows;
    const uint plane = rest % push.outPlanes;
    rest /= push.outPlanes;
    const uint channel = rest % push.channels;
    rest /= push.channels;
    const uint tapColumn = rest % push.tapColumns;
    rest /= push.tapColumns;
    const uint tapRow = rest % push.tapRows;
    const uint tapPlane = rest / push.tapRows;

    const int z = int(plane * push.stridePlane + tapPlane * push.dilationPlane) - push.padPlane;
    const int v = int(row * push.strideRow + tapRow * push.dilationRow) - push.padRow;
    const uint firstColumn = group * 8 + (strideX == 0 ? index % 8 : 0);
    const int u = int(firstColumn * push.strideColumn + tapColumn * push.dilationColumn) - push.padColumn;
    const bool inside = z >= 0 && z < int(push.planes) && v >= 0 && v < int(push.height);
    const int rowBegin = int((channel * push.planes + uint(z)) * push.height + uint(v)) * int(push.width);

    if (strideX == 0) {
        float value = 0.0;
        if (inside && u >= 0 && u < int(push.width)) {
            value = LOAD(T0, x, uint(rowBegin + u));
        }
        STORE(T0, y, index, value);
        return;
    }

    const int begin = int(push.tensorOffset[0]) + (inside ? rowBegin + u : 0);
    const uint phase = uint(begin) & 7u;
    // Groups left of the tensor and right of the row hold no element that is used.
    const int last = int(push.tensorOffset[0]) + (inside ? rowBegin + int(push.width) - 1 : 0);
    float values[8];
    float low[8];
    float middle[8];
    unpackGroup(GROUP(x, clamp(begin >> 3, 0, last >> 3)), low);
    unpackGroup(GROUP(x, clamp((begin >> 3) + 1, 0, last >> 3)), middle);
    if (strideX == 1) {
        shiftInto(low, middle, phase, values);
    } else {
        float high[8];
        unpackGroup(GROUP(x, clamp((begin >> 3) + 2, 0, last >> 3)), high);
        float first[8];
        float second[8];
        shiftInto(low, middle, phase, first);
        shiftInto(middle, high, phase, second);
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            values[e] = first[e * 2];
            values[e + 4] = second[e * 2];
        }
    }
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        const int column = u + int(e * strideX);
        values[e] = inside && column >= 0 && column < int(push.width) ? values[e] : 0.0;
    }
    GROUP(y, push.tensorOffset[1] / 8 + index) = packGroup(values);
}
