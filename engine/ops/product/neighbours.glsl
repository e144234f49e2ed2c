// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a lane needs of a row to make eight neighbouring results from windows on it, for software devices. Include it after
// product/wide.glsl, the tensor `x` in slot 0, as TENSOR and as WIDE_TENSOR, and PARAMETERS.

#ifndef WEIGHTLESS_PRODUCT_NEIGHBOURS_GLSL
#define WEIGHTLESS_PRODUCT_NEIGHBOURS_GLSL

#include "product/shift.glsl"

// Element `first` and the sixteen behind it of a row of `width` elements that begins at `row` in x; `beyond` where the row
// has none, everywhere where it does not exist. The last of them costs an access of its own: only where `hasLast`.
void readNeighbours(int row, int width, int first, bool exists, bool hasLast, float beyond, out float values[17])
{
    const int rowBegin = int(push.tensorOffset[0]) + (exists ? row : 0);
    const int begin = rowBegin + first;
    const int lastGroup = (rowBegin + width - 1) >> 3;
    float low[8];
    float middle[8];
    float high[8];
    unpackGroup(GROUP(x, clamp(begin >> 3, 0, lastGroup)), low);
    unpackGroup(GROUP(x, clamp((begin >> 3) + 1, 0, lastGroup)), middle);
    unpackGroup(GROUP(x, clamp((begin >> 3) + 2, 0, lastGroup)), high);
    float head[8];
    float tail[8];
    shiftInto(low, middle, uint(begin) & 7u, head);
    shiftInto(middle, high, uint(begin) & 7u, tail);
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        const int column = first + int(i);
        values[i] = exists && column >= 0 && column < width ? (i < 8 ? head[i % 8] : tail[i % 8]) : beyond;
    }
    // The 17th lies in the third group only when the phase is 0, and in a fourth otherwise.
    values[16] = beyond;
    if (hasLast && exists && first + 16 >= 0 && first + 16 < width) {
        values[16] = T0_LOAD(AT(x, uint(row + first + 16)));
    }
}

#endif
