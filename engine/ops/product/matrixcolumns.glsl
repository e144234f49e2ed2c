// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a matrix in memory, for steps.glsl. It asks for matrix.glsl and hasTaps, which tells whether B has more than one tap.

// Of a step this invocation's eights.
struct Columns {
    uvec4 eights[loadsB];
};

uint firstB; // element of B's matrix
bool hasAlignedB; // each of its rows, or columns where it is transposed, begins an eight in memory
uint firstColumn;
uint columnCount;

// Where this invocation's eights of whole steps lie: in the first row, or of each column. Those behind the last are the last one
// again.
uint placesB[transposedB != 0 ? loadsB : 1];

void seekPlaces(uint column0)
{
    const uint first = push.tensorOffset[bSlot] + firstB;
    [[unroll]] for (uint i = 0; i < (transposedB != 0 ? loadsB : 1); ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        placesB[i] = transposedB != 0
            ? (first + min(column0 + index / deep, push.columns - 1) * push.channelStride) / 8 + index % deep
            : first / 8 + min(column0 / 8 + index % across, (push.columns - 1) / 8);
    }
}

void seekColumns(uint column0)
{
    firstB = batchOffsetB();
    uint strides = (push.tensorOffset[bSlot] + firstB) | push.channelStride;
    if (hasTaps != 0) {
        strides |= push.tapRowStride | push.tapStride;
    }
    hasAlignedB = strides % 8 == 0;
    const uint column = column0 + gl_LocalInvocationID.x % across * 8;
    firstColumn = firstB + column;
    columnCount = eightBefore(push.columns, column);
    seekPlaces(column0);
}

bool hasWholeColumns(uint k0) { return hasAlignedB && isBEven() && hasTaps == 0 && k0 + stepDepth <= push.depth; }

void loadWholeColumns(uint k0, out Columns next)
{
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        next.eights[i] = EIGHTS(b,
            transposedB != 0 ? placesB[i] + k0 / 8 : placesB[0] + (k0 + index / across) * (push.channelStride / 8));
    }
}

// Eight of a column from row k on; of row k this invocation's.
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

void loadAnyColumns(uint column0, uint k0, out Columns next)
{
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (!isInB(index)) {
            next.eights[i] = uvec4(0);
        } else if (transposedB != 0) {
            next.eights[i] = eightBelow(k0 + index % deep * 8, column0 + index / deep);
        } else {
            next.eights[i] = eightBeside(k0 + index / across); // the group's size is a multiple of `across`
        }
    }
}

void finishColumns(Columns next, out uvec4 eights[loadsB])
{
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        eights[i] = next.eights[i];
    }
}
