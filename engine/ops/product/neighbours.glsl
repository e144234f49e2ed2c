// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a lane needs of a row to make eight neighbouring results from windows on it, for software devices. Include it after
// product/wide.glsl, the tensor `x` in slot 0, as GROUPS, and PARAMETERS.

#ifndef WEIGHTLESS_PRODUCT_NEIGHBOURS_GLSL
#define WEIGHTLESS_PRODUCT_NEIGHBOURS_GLSL

// Element `first` and the sixteen behind it of a row of `width` elements that begins at `row` in x; `beyond` where the row
// has none, everywhere where it does not exist. What is not used costs nothing.
void readNeighbours(int row, int width, int first, bool exists, float beyond, out float values[17])
{
    const int rowBegin = int(push.tensorOffset[0]) + (exists ? row : 0);
    const int begin = rowBegin + first;
    READ_NEIGHBOURS(x, begin >> texelShift, 0, (rowBegin + width - 1) >> texelShift, uint(begin), 17, values)
    [[unroll]] for (uint i = 0; i < 17; ++i) {
        const int column = first + int(i);
        values[i] = exists && column >= 0 && column < width ? values[i] : beyond;
    }
}

#endif
