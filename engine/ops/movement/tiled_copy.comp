// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A strided copy that swaps the innermost dimension, for graphics cards: the last two dimensions go through tiles of shared
// memory, so that lanes read neighbours of the source (along the last but one) and write neighbours of the target (along
// the last). A work group moves one tile.

#include "tensor.glsl"

#include "stridedloop.glsl"
layout(local_size_x = 256) in;

TENSOR(0, readonly, T0, source)
TENSOR(1, writeonly, T0, target)
PARAMETERS(uint tiles; uint sourceOffset; uint targetOffset; uint dims[6]; uint sourceStrides[6]; uint targetStrides[6];)

#if T0_BYTES == 8
#define MOVED uvec2
#else
#define MOVED uint
#endif

const uint side = 32;
const uint rowsAtOnce = 256 / side;
shared MOVED tile[side][side + 1]; // of the target; one more column, so that a column's elements lie in other banks

void main()
{
    const uint number = gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x;
    if (number >= push.tiles) {
        return;
    }
    const uint rows = push.dims[loopRank - 2];
    const uint columns = push.dims[loopRank - 1];
    const uint tilesAcross = (columns + side - 1) / side;
    const uint tilesDown = (rows + side - 1) / side;
    const uint band = number / tilesAcross;
    const uint firstColumn = (number - band * tilesAcross) * side;
    uint outer = band / tilesDown;
    const uint firstRow = (band - outer * tilesDown) * side;
    uint from = push.sourceOffset;
    uint to = push.targetOffset;
    for (int d = int(loopRank) - 3; d >= 0; --d) {
        const uint coordinate = takeCoordinate(outer, d, push.dims[d]);
        from += coordinate * push.sourceStrides[d];
        to += coordinate * push.targetStrides[d];
    }

    const uint x = gl_LocalInvocationID.x % side;
    const uint firstY = gl_LocalInvocationID.x / side;
    [[unroll]] for (uint y = firstY; y < side; y += rowsAtOnce) {
        if (firstRow + x < rows && firstColumn + y < columns) {
            tile[x][y] = MOVED(AT(source, from + (firstRow + x) + (firstColumn + y) * push.sourceStrides[loopRank - 1]));
        }
    }
    barrier();
    [[unroll]] for (uint y = firstY; y < side; y += rowsAtOnce) {
        if (firstRow + y < rows && firstColumn + x < columns) {
            AT(target, to + (firstRow + y) * push.targetStrides[loopRank - 2] + (firstColumn + x)) = T0_STORAGE(tile[y][x]);
        }
    }
}
