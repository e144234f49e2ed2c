// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint mode = 0; // 0 linear, 1 nearest, 2 cubic
layout(constant_id = 1) const uint padding = 0; // 0 zeros, 1 border, 2 reflection
layout(constant_id = 2) const uint alignsCorners = 0;
layout(constant_id = 3) const uint dimensions = 2; // or 3

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T1, grid)
TENSOR(2, writeonly, T0, y)
// x is [batch, channels, depth, height, width], grid [batch, places, dimensions], y [batch, channels, places].
PARAMETERS(uint count; uint channels; uint depth; uint height; uint width; uint places;)

REAL pixelOf(REAL place, uint size)
{
    return alignsCorners != 0 ? (place + 1.0) / 2.0 * (REAL(size) - 1.0) : ((place + 1.0) * REAL(size) - 1.0) / 2.0;
}

REAL reflected(REAL place, REAL low, REAL high)
{
    const REAL range = high - low;
    if (range <= 0.0) {
        return low;
    }
    const REAL distance = abs(place - low);
    const REAL turns = floor(distance / range);
    const REAL rest = distance - turns * range;
    return mod(turns, 2.0) < 0.5 ? low + rest : high - rest;
}

// Where a pixel is read that may lie outside.
REAL inside(REAL place, uint size)
{
    if (padding == 2) {
        place = alignsCorners != 0 ? reflected(place, 0.0, REAL(size) - 1.0)
                                   : reflected(place, -0.5, REAL(size) - 0.5);
    }
    return padding == 0 ? place : clamp(place, 0.0, REAL(size) - 1.0);
}

uint plane;

REAL voxel(REAL level, REAL row, REAL column)
{
    const REAL l = dimensions == 3 ? inside(level, push.depth) : 0.0;
    const REAL r = inside(row, push.height);
    const REAL c = inside(column, push.width);
    if (!(l >= 0.0 && l <= REAL(push.depth) - 1.0 && r >= 0.0 && r <= REAL(push.height) - 1.0 && c >= 0.0
            && c <= REAL(push.width) - 1.0)) {
        return 0.0;
    }
    return REAL(LOAD(T0, x, ((plane * push.depth + uint(l)) * push.height + uint(r)) * push.width + uint(c)));
}
REAL pixel(REAL row, REAL column) { return voxel(0.0, row, column); }

REAL cubicWeight(REAL distance)
{
    const REAL a = -0.75;
    const REAL d = abs(distance);
    if (d <= 1.0) {
        return ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0;
    }
    return d < 2.0 ? ((a * d - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a : 0.0;
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    plane = i / push.places;
    const uint cell = (plane / push.channels * push.places + (i - plane * push.places)) * dimensions;
    REAL column = pixelOf(REAL(LOAD(T1, grid, cell)), push.width);
    REAL row = pixelOf(REAL(LOAD(T1, grid, cell + 1)), push.height);
    REAL level = dimensions == 3 ? pixelOf(REAL(LOAD(T1, grid, cell + 2)), push.depth) : 0.0;
    REAL value = 0.0;
    if (mode == 1) {
        level = dimensions == 3 ? roundEven(inside(level, push.depth)) : 0.0;
        value = voxel(level, roundEven(inside(row, push.height)), roundEven(inside(column, push.width)));
    } else if (mode == 0) {
        row = inside(row, push.height);
        column = inside(column, push.width);
        const REAL top = floor(row);
        const REAL left = floor(column);
        level = dimensions == 3 ? inside(level, push.depth) : 0.0;
        const REAL front = floor(level);
        for (uint k = 0; k < (dimensions == 3 ? 8u : 4u); ++k) {
            const REAL r = top + REAL(k >> 1 & 1u);
            const REAL c = left + REAL(k & 1u);
            const REAL l = front + REAL(k >> 2);
            value += (1.0 - abs(level - l)) * (1.0 - abs(row - r)) * (1.0 - abs(column - c)) * voxel(l, r, c);
        }
    } else {
        const REAL top = floor(row);
        const REAL left = floor(column);
        for (int r = -1; r < 3; ++r) {
            for (int c = -1; c < 3; ++c) {
                value += cubicWeight(row - (top + REAL(r))) * cubicWeight(column - (left + REAL(c)))
                    * pixel(top + REAL(r), left + REAL(c));
            }
        }
    }
    STORE(T0, y, i, value);
}
