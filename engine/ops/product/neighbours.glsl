// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a lane needs of a row to make eight neighbouring results from windows on it, for software devices. Include it after
// product/wide.glsl, the tensor `x` in slot 0, as GROUPS, and PARAMETERS; NEIGHBOURS is how many elements of a row that may be.

#ifndef WEIGHTLESS_PRODUCT_NEIGHBOURS_GLSL
#define WEIGHTLESS_PRODUCT_NEIGHBOURS_GLSL

#ifndef NEIGHBOURS
#define NEIGHBOURS 17
#endif

// Element `first` and those behind it of a row of `width` elements that begins at `row` in x; `beyond` where the row
// has none, everywhere where it does not exist. What is not used costs nothing.
void readNeighbours(int row, int width, int first, bool exists, float beyond, out float values[NEIGHBOURS])
{
    const int rowBegin = int(push.tensorOffset[0]) + (exists ? row : 0);
    const int begin = rowBegin + first;
    READ_NEIGHBOURS(x, begin >> texelShift, 0, (rowBegin + width - 1) >> texelShift, uint(begin), NEIGHBOURS, values)
    [[unroll]] for (uint i = 0; i < NEIGHBOURS; ++i) {
        const int column = first + int(i);
        values[i] = exists && column >= 0 && column < width ? values[i] : beyond;
    }
}

#endif
