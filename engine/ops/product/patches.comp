// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Lays an image out so that the product can read it as a matrix: for each tap (tapRow, tapColumn) a copy of every
// channel, shifted and strided to the tap, with its padding as zeros and its rows padded to a multiple of 8.
// y[tapRow][tapColumn][channel][row][x], row counting through the planes of a volume.
// A vertical stride of 1 needs no copy per tap row: then copyRows is 1 and the rows include the padding.
// With a horizontal stride of 1 or 2 (strideX; 0 is any) a lane makes up to groupsPerLane groups of 8 of one row from
// aligned groups (wide.glsl): decoding where a row lies costs more than a group does.

#include "tensor.glsl"
#include "real.glsl"
#ifndef T0_IS_f64
#include "product/wide.glsl"
#endif

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
#ifndef T0_IS_f64
WIDE_TENSOR(0, readonly, x)
WIDE_TENSOR(1, writeonly, y)
#endif

PARAMETERS(uint count; uint channels; uint planes; uint height; uint width; uint outPlanes; uint outRows;
           uint outGroups; uint tapColumns; uint tapRows; uint stridePlane; uint strideRow; uint strideColumn;
           uint dilationPlane; uint dilationRow; uint dilationColumn; int padPlane; int padRow; int padColumn;)

layout(constant_id = 0) const uint strideX = 1;
const uint groupsPerLane = 8; // patches.cpp knows it too

#ifndef T0_IS_f64 // which has no groups of eight: strideX is 0
#include "product/shift.glsl"
#endif

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint parts = strideX == 0 ? push.outGroups * 8 : (push.outGroups + groupsPerLane - 1) / groupsPerLane;
    const uint part = index % parts;
    const uint rowIndex = index / parts;
    uint rest = rowIndex;
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
    const int firstColumn = int(tapColumn * push.dilationColumn) - push.padColumn;
    const bool inside = z >= 0 && z < int(push.planes) && v >= 0 && v < int(push.height);
    const int rowBegin = int((channel * push.planes + uint(z)) * push.height + uint(v)) * int(push.width);

    if (strideX == 0) {
        const int u = int(part * push.strideColumn) + firstColumn;
        REAL value = 0.0;
        if (inside && u >= 0 && u < int(push.width)) {
            value = LOAD(T0, x, uint(rowBegin + u));
        }
        STORE(T0, y, index, value);
        return;
    }
#ifndef T0_IS_f64
    const uint firstGroup = part * groupsPerLane;
    int u = int(firstGroup * 8 * strideX) + firstColumn;
    const int begin = int(push.tensorOffset[0]) + (inside ? rowBegin + u : 0);
    const uint phase = uint(begin) & 7u;
    // Groups left of the tensor and right of the row hold no element that is used.
    const int last = (int(push.tensorOffset[0]) + (inside ? rowBegin + int(push.width) - 1 : 0)) >> 3;
    int from = begin >> 3;
    float low[8];
    unpackGroup(GROUP(x, clamp(from, 0, last)), low);
    for (uint group = firstGroup; group < min(firstGroup + groupsPerLane, push.outGroups); ++group) {
        float values[8];
        float next[8];
        unpackGroup(GROUP(x, clamp(from + 1, 0, last)), next);
        if (strideX == 1) {
            shiftInto(low, next, phase, values);
        } else {
            float high[8];
            unpackGroup(GROUP(x, clamp(from + 2, 0, last)), high);
            float first[8];
            float second[8];
            shiftInto(low, next, phase, first);
            shiftInto(next, high, phase, second);
            [[unroll]] for (uint e = 0; e < 4; ++e) {
                values[e] = first[e * 2];
                values[e + 4] = second[e * 2];
            }
            next = high;
        }
        low = next;
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            const int column = u + int(e * strideX);
            values[e] = inside && column >= 0 && column < int(push.width) ? values[e] : 0.0;
        }
        GROUP(y, push.tensorOffset[1] / 8 + rowIndex * push.outGroups + group) = packGroup(values);
        from += int(strideX);
        u += int(8 * strideX);
    }
#endif
}
