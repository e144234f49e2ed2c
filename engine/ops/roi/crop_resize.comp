// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint isNearest = 0; // else between neighbours

TENSOR(0, readonly, T0, x) // [images, channels, height, width]
TENSOR(1, readonly, T0, regions) // [count, 4]: top, left, bottom, right, from 0 to 1
TENSOR(2, readonly, I32, imageOf) // [count]
TENSOR(3, writeonly, T0, y) // [count, channels, rows, columns]
PARAMETERS(uint count; uint channels; uint images; uint height; uint width; uint rows; uint columns; float outside;)

// The corners of a region are places of the crop's corners, and a single one is in the middle.
REAL placeOf(uint at, uint cells, uint begin, uint size)
{
    const REAL first = REAL(LOAD(T0, regions, begin));
    const REAL last = REAL(LOAD(T0, regions, begin + 2));
    const REAL pixels = REAL(size - 1);
    if (cells == 1) {
        return 0.5 * (first + last) * pixels;
    }
    if (at == cells - 1) {
        return last * pixels;
    }
    precise const REAL step = exactDivide((last - first) * pixels, REAL(cells - 1));
    precise const REAL place = first * pixels + REAL(at) * step;
    return place;
}

REAL pixel(uint plane, uint row, uint column)
{
    return REAL(LOAD(T0, x, (plane * push.height + row) * push.width + column));
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint column = i % push.columns;
    const uint row = i / push.columns % push.rows;
    const uint channel = i / (push.columns * push.rows) % push.channels;
    const uint region = i / (push.columns * push.rows * push.channels);
    const REAL r = placeOf(row, push.rows, region * 4, push.height);
    const REAL c = placeOf(column, push.columns, region * 4 + 1, push.width);
    const int image = AT(imageOf, region);
    const bool isInside = r >= 0.0 && r <= REAL(push.height - 1) && c >= 0.0 && c <= REAL(push.width - 1)
        && image >= 0 && uint(image) < push.images;
    if (!isInside) {
        STORE(T0, y, i, REAL(push.outside));
        return;
    }
    const uint plane = uint(image) * push.channels + channel;
    const uint top = uint(r);
    const uint left = uint(c);
    const uint bottom = min(top + 1, push.height - 1);
    const uint right = min(left + 1, push.width - 1);
    const REAL down = r - REAL(top);
    const REAL across = c - REAL(left);
    if (isNearest != 0) {
        STORE(T0, y, i, pixel(plane, down < 0.5 ? top : bottom, across < 0.5 ? left : right));
        return;
    }
    const REAL above = mix(pixel(plane, top, left), pixel(plane, top, right), across);
    const REAL below = mix(pixel(plane, bottom, left), pixel(plane, bottom, right), across);
    STORE(T0, y, i, mix(above, below, down));
}
