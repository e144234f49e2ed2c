// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a matrix in memory, for steps.glsl. Include it after matrix.glsl, beside EIGHTS_TENSOR(1, b) and hasTaps, which tells
// whether B has more than one tap.

uint firstB; // element of B's matrix
bool hasAlignedB; // each of its rows, or columns where it is transposed, begins an eight in memory
uint firstColumn;
uint columnCount;

void seekColumns(uint column)
{
    firstB = batchOffsetB();
    uint strides = (push.tensorOffset[bSlot] + firstB) | push.channelStride;
    if (hasTaps != 0) {
        strides |= push.tapRowStride | push.tapStride;
    }
    hasAlignedB = strides % 8 == 0;
    firstColumn = firstB + column;
    columnCount = eightBefore(push.columns, column);
}

uvec4 eightBelow(uint k, uint column)
{
    const uint count = column < push.columns ? eightBefore(push.depth, k) : 0;
    return bEight(firstB + column * push.channelStride + k, count, hasAlignedB);
}

uvec4 eightBeside(uint k)
{
    const uint rowOffset = hasTaps != 0 ? rowOffsetB(k) : k * push.channelStride;
    return bEight(firstColumn + rowOffset, k < push.depth ? columnCount : 0, hasAlignedB);
}
