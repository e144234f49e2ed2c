// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 460
#include "tensor.glsl"

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

float pixelOf(float place, uint size)
{
    return alignsCorners != 0 ? (place + 1.0) / 2.0 * (float(size) - 1.0) : ((place + 1.0) * float(size) - 1.0) / 2.0;
}

float reflected(float place, float low, float high)
{
    const float range = high - low;
    if (range <= 0.0) {
        return low;
    }
    const float distance = abs(place - low);
    const float turns = floor(distance / range);
    const float rest = distance - turns * range;
    return mod(turns, 2.0) < 0.5 ? low + rest : high - rest;
}

// Where a pixel is read that may lie outside.
float inside(float place, uint size)
{
    if (padding == 2) {
        place = alignsCorners != 0 ? reflected(place, 0.0, float(size) - 1.0)
                                   : reflected(place, -0.5, float(size) - 0.5);
    }
    return padding == 0 ? place : clamp(place, 0.0, float(size) - 1.0);
}

uint plane;

float voxel(float level, float row, float column)
{
    const float l = dimensions == 3 ? inside(level, push.depth) : 0.0;
    const float r = inside(row, push.height);
    const float c = inside(column, push.width);
    if (!(l >= 0.0 && l <= float(push.depth) - 1.0 && r >= 0.0 && r <= float(push.height) - 1.0 && c >= 0.0
            && c <= float(push.width) - 1.0)) {
        return 0.0;
    }
    return float(LOAD(T0, x, ((plane * push.depth + uint(l)) * push.height + uint(r)) * push.width + uint(c)));
}
float pixel(float row, float column) { return voxel(0.0, row, column); }

float cubicWeight(float distance)
{
    const float a = -0.75;
    const float d = abs(distance);
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
    float column = pixelOf(float(LOAD(T1, grid, cell)), push.width);
    float row = pixelOf(float(LOAD(T1, grid, cell + 1)), push.height);
    float level = dimensions == 3 ? pixelOf(float(LOAD(T1, grid, cell + 2)), push.depth) : 0.0;
    float value = 0.0;
    if (mode == 1) {
        level = dimensions == 3 ? roundEven(inside(level, push.depth)) : 0.0;
        value = voxel(level, roundEven(inside(row, push.height)), roundEven(inside(column, push.width)));
    } else if (mode == 0) {
        row = inside(row, push.height);
        column = inside(column, push.width);
        const float top = floor(row);
        const float left = floor(column);
        level = dimensions == 3 ? inside(level, push.depth) : 0.0;
        const float front = floor(level);
        for (uint k = 0; k < (dimensions == 3 ? 8u : 4u); ++k) {
            const float r = top + float(k >> 1 & 1u);
            const float c = left + float(k & 1u);
            const float l = front + float(k >> 2);
            value += (1.0 - abs(level - l)) * (1.0 - abs(row - r)) * (1.0 - abs(column - c)) * voxel(l, r, c);
        }
    } else {
        const float top = floor(row);
        const float left = floor(column);
        for (int r = -1; r < 3; ++r) {
            for (int c = -1; c < 3; ++c) {
                value += cubicWeight(row - (top + float(r))) * cubicWeight(column - (left + float(c)))
                    * pixel(top + float(r), left + float(c));
            }
        }
    }
    STORE(T0, y, i, value);
}
