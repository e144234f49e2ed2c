// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Linear interpolation of pictures for cards: an invocation makes 16 bytes of a row, which see the same few columns.

#include "tensor.glsl"
#include "vectors.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
VECTOR_TENSOR(1, writeonly, VECTOR(T0_STORAGE), y)

layout(constant_id = 1) const uint hasWholeRuns = 0; // rows are whole runs

#include "resize/lines.glsl"

const uint runLength = 16 / T0_BYTES;

void main()
{
    const uint runsAcross = (push.outSize[1] + runLength - 1) / runLength;
    uint rest = linearIndex();
    const uint ox = rest % runsAcross * runLength;
    rest /= runsAcross;
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

    const uint topBegin = (plane * push.inSize[0] + top) * push.inSize[1];
    const uint bottomBegin = (plane * push.inSize[0] + bottom) * push.inSize[1];
    float above[mostColumns];
    float below[mostColumns];
    [[unroll]] for (uint i = 0; i < mostColumns; ++i) {
        if (i < leastColumn(runLength - 1) + 3) {
            const uint column = uint(clamp(first + int(i), 0, int(push.inSize[1]) - 1));
            above[i] = LOAD(T0, x, topBegin + column);
            below[i] = LOAD(T0, x, bottomBegin + column);
        }
    }
    float results[runLength];
    [[unroll]] for (uint e = 0; e < runLength; ++e) {
        results[e] = neighbourOf(above, below, lower, first, behind, e);
    }
    const uint begin = (plane * push.outSize[0] + oy) * push.outSize[1] + ox;
    const uint place = push.tensorOffset[ySlot] + begin;
    if (hasWholeRuns != 0 && place % runLength == 0) {
        [[unroll]] for (uint q = 0; q < runLength / 4; ++q) {
            VECTOR_AT(y, place / 4 + q) = VECTOR(T0_STORE)(
                vec4(results[4 * q], results[4 * q + 1], results[4 * q + 2], results[4 * q + 3]));
        }
    } else {
        [[unroll]] for (uint e = 0; e < runLength; ++e) {
            if (ox + e < push.outSize[1]) {
                STORE(T0, y, begin + e, results[e]);
            }
        }
    }
}
