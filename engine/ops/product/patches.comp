// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Lays an image out so that the product can read it as a matrix: for each tap (tapRow, tapColumn) a copy of every
// channel, shifted and strided to the tap, with its padding as zeros and its rows padded to a multiple of 8.
// y[tapRow][tapColumn][channel][row][x], row counting through the planes of a volume.
// A vertical stride of 1 needs no copy per tap row: then copyRows is 1 and the rows include the padding.
// strideX is the horizontal stride where it is 1 or 2, and anyStride for others. A lane makes up to groupsPerLane groups of 8
// of one row: decoding where a row lies costs more than a group does. With 0, and in float64, it makes one element.

#include "tensor.glsl"
#include "real.glsl"
#ifndef T0_IS_f64
#include "product/wide.glsl"
#endif

layout(local_size_x = 64) in;

TENSOR(1, writeonly, T0, y)
#ifdef T0_IS_f64
TENSOR(0, readonly, T0, x)
#define READ(name, index) LOAD(T0, name, index)
#else
GROUPS(0, x)
WIDE_TENSOR(1, writeonly, y)
#endif

PARAMETERS(uint count; uint channels; uint planes; uint height; uint width; uint outPlanes; uint outRows;
           uint outGroups; uint tapColumns; uint tapRows; uint stridePlane; uint strideRow; uint strideColumn;
           uint dilationPlane; uint dilationRow; uint dilationColumn; int padPlane; int padRow; int padColumn;)

layout(constant_id = 0) const uint strideX = 1;
const uint anyStride = 3; // patches.cpp knows both, too
const uint groupsPerLane = 8;

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
            value = READ(x, uint(rowBegin + u));
        }
        STORE(T0, y, index, value);
        return;
    }
#ifndef T0_IS_f64
    const uint firstGroup = part * groupsPerLane;
    int u = int(firstGroup * 8 * strideX) + firstColumn;
    int begin = int(push.tensorOffset[0]) + (inside ? rowBegin + u : 0);
    // Left of the tensor and right of the row lies no element that is used.
    const int last = int(push.tensorOffset[0]) + (inside ? rowBegin + int(push.width) - 1 : 0);
    const uint neighbours = 7 * strideX + 1;
    if (strideX == anyStride) {
        for (uint group = firstGroup; group < min(firstGroup + groupsPerLane, push.outGroups); ++group) {
            float values[8];
            [[unroll]] for (uint e = 0; e < 8; ++e) {
                const int column = int((group * 8 + e) * push.strideColumn) + firstColumn;
                values[e] = 0.0;
                if (inside && column >= 0 && column < int(push.width)) {
                    values[e] = READ(x, uint(rowBegin + column));
                }
            }
            GROUP(y, push.tensorOffset[1] / 8 + rowIndex * push.outGroups + group) = packGroup(values);
        }
        return;
    }
    for (uint group = firstGroup; group < min(firstGroup + groupsPerLane, push.outGroups); ++group) {
        float row[neighbours];
        READ_NEIGHBOURS(x, begin >> texelShift, 0, last >> texelShift, uint(begin), neighbours, row)
        float values[8];
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            const int column = u + int(e * strideX);
            values[e] = inside && column >= 0 && column < int(push.width) ? row[e * strideX] : 0.0;
        }
        GROUP(y, push.tensorOffset[1] / 8 + rowIndex * push.outGroups + group) = packGroup(values);
        begin += int(8 * strideX);
        u += int(8 * strideX);
    }
#endif
}
