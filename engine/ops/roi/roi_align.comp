// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 460
#include "tensor.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint takesMost = 0; // else the mean
layout(constant_id = 1) const uint isHalfPixel = 1;

TENSOR(0, readonly, T0, x) // [images, channels, height, width]
TENSOR(1, readonly, T0, regions) // [count, 4]: left, top, right, bottom
TENSOR(2, readonly, I64, imageOf) // [count]
TENSOR(3, writeonly, T0, y) // [count, channels, rows, columns]
// Each cell of a region is sampled at points of a grid: `samples` along each side, or as many as the cell has pixels, at
// most `mostSamples`.
PARAMETERS(uint count; uint channels; uint images; uint height; uint width; uint rows; uint columns; uint samples;
           uint mostSamples; float scale;)

float pixel(uint plane, uint row, uint column)
{
    return float(LOAD(T0, x, (plane * push.height + row) * push.width + column));
}

// The four neighbours' parts of the value between them; nothing outside.
vec4 partsAt(uint plane, float row, float column)
{
    if (!(row >= -1.0 && row <= float(push.height) && column >= -1.0 && column <= float(push.width))) {
        return vec4(0.0);
    }
    row = clamp(row, 0.0, float(push.height - 1));
    column = clamp(column, 0.0, float(push.width - 1));
    const uint top = uint(row);
    const uint left = uint(column);
    const uint bottom = min(top + 1, push.height - 1);
    const uint right = min(left + 1, push.width - 1);
    const float down = row - float(top);
    const float across = column - float(left);
    return vec4((1.0 - down) * (1.0 - across) * pixel(plane, top, left), (1.0 - down) * across * pixel(plane, top, right),
        down * (1.0 - across) * pixel(plane, bottom, left), down * across * pixel(plane, bottom, right));
}

uint samplesOf(float size)
{
    return push.samples > 0 ? push.samples : uint(clamp(ceil(size), 0.0, float(push.mostSamples)));
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
    // An image that does not exist must not be reached.
    const uint image = uint(clamp(AT(imageOf, region), int64_t(0), int64_t(push.images - 1)));
    const uint plane = image * push.channels + channel;
    const float offset = isHalfPixel != 0 ? 0.5 : 0.0;
    const float left = float(LOAD(T0, regions, region * 4)) * push.scale - offset;
    const float top = float(LOAD(T0, regions, region * 4 + 1)) * push.scale - offset;
    float width = float(LOAD(T0, regions, region * 4 + 2)) * push.scale - offset - left;
    float height = float(LOAD(T0, regions, region * 4 + 3)) * push.scale - offset - top;
    if (isHalfPixel == 0) {
        width = max(width, 1.0);
        height = max(height, 1.0);
    }
    const float cellHeight = height / float(push.rows);
    const float cellWidth = width / float(push.columns);
    const uint down = samplesOf(cellHeight);
    const uint across = samplesOf(cellWidth);
    float result = 0.0;
    for (uint s = 0; s < down * across; ++s) {
        const float r = top + (float(row) + (float(s / across) + 0.5) / float(down)) * cellHeight;
        const float c = left + (float(column) + (float(s % across) + 0.5) / float(across)) * cellWidth;
        const vec4 parts = partsAt(plane, r, c);
        if (takesMost != 0) {
            const float most = max(max(parts.x, parts.y), max(parts.z, parts.w));
            result = s == 0 ? most : max(result, most);
        } else {
            result += parts.x + parts.y + parts.z + parts.w;
        }
    }
    STORE(T0, y, i, takesMost != 0 ? result : result / max(float(down * across), 1.0));
}
