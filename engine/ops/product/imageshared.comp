// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmshared for convolutions, without patches.

#include "product/operands.glsl"

layout(local_size_x = 256, local_size_x_id = 4) in;

#define WEIGHTLESS_SPLITS 9
#define WEIGHTLESS_IMAGE 7
#include "product/image.glsl"

// A pixel of the result through the filter's first tap. The element may lie outside of the image, and before its begin.
struct Column {
    uint element;
    int row;
    int column;
};
#define ColumnOfB Column

Column columnOfB(uint n)
{
    const ImagePlace place = imagePlace(n);
    return Column(imageElement(place), place.row, place.column);
}

// What lies outside is read as the tensor's first element, so that all four are on their way at once.
vec4 quadOfB(Column columns[4], uint k, out bvec4 exist)
{
    const uint tap = k % (tapRows * tapColumns);
    const uint down = tap / tapColumns * (push.dilations & 0xffffu);
    const uint across = tap % tapColumns * (push.dilations >> 16);
    const uint shift = (k / (tapRows * tapColumns) * inHeight() + down) * inWidth() + across;
    vec4 quad;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        const bool isInColumn = uint(columns[i].row) + down < inHeight();
        const bool isInRow = uint(columns[i].column) + across < inWidth();
        exist[i] = isInColumn && isInRow;
        const uint element = columns[i].element + shift;
        quad[i] = LOAD(T0, b, exist[i] ? element : 0);
    }
    return quad;
}

#include "product/sharedtiles.glsl"
