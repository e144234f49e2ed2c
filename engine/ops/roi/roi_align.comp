// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint takesMost = 0; // else the mean
layout(constant_id = 1) const uint isHalfPixel = 1;
layout(constant_id = 2) const uint samplesAtOnce = 1; // per round of the inner loop

TENSOR(0, readonly, T0, x) // [images, channels, height, width]
TENSOR(1, readonly, T0, regions) // [count, 4]: left, top, right, bottom
TENSOR(2, readonly, I64, imageOf) // [count]
TENSOR(3, writeonly, T0, y) // [count, channels, rows, columns]
// Each cell of a region is sampled at points of a grid: `samples` along each side, or as many as the cell has pixels, at
// most `mostSamples`.
PARAMETERS(uint count; uint channels; uint images; uint height; uint width; uint rows; uint columns; uint samples;
           uint mostSamples; float scale;)

REAL pixel(uint plane, uint row, uint column)
{
    return REAL(LOAD(T0, x, (plane * push.height + row) * push.width + column));
}

// The four neighbours' parts of the value between them; nothing outside.
REAL4 partsAt(uint plane, REAL row, REAL column)
{
    if (!(row >= -1.0 && row <= REAL(push.height) && column >= -1.0 && column <= REAL(push.width))) {
        return REAL4(0.0);
    }
    row = clamp(row, 0.0, REAL(push.height - 1));
    column = clamp(column, 0.0, REAL(push.width - 1));
    const uint top = uint(row);
    const uint left = uint(column);
    const uint bottom = min(top + 1, push.height - 1);
    const uint right = min(left + 1, push.width - 1);
    const REAL down = row - REAL(top);
    const REAL across = column - REAL(left);
    return REAL4((1.0 - down) * (1.0 - across) * pixel(plane, top, left), (1.0 - down) * across * pixel(plane, top, right),
        down * (1.0 - across) * pixel(plane, bottom, left), down * across * pixel(plane, bottom, right));
}

uint samplesOf(REAL size)
{
    return push.samples > 0 ? push.samples : uint(clamp(ceil(size), 0.0, REAL(push.mostSamples)));
}

// Those of `count` samples from `start` on that may be inside of `size` pixels, as first and end: a region may reach far
// beyond the image, and samples out there add nothing. Where the density is the cell's own, at most size + 4 of them.
uvec2 samplesInside(REAL start, REAL cell, uint count, uint size)
{
    if (push.samples > 0) {
        return uvec2(0, count);
    }
    const REAL step = cell / REAL(count);
    const REAL first = clamp(floor((-1.0 - start) / step - 1.0), 0.0, REAL(count)); // half a sample more than needed
    const REAL end = clamp(floor((REAL(size) - start) / step) + 1.0, first, REAL(count));
    return uvec2(first, min(uint(end), uint(first) + size + 4));
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
    const REAL offset = isHalfPixel != 0 ? 0.5 : 0.0;
    precise const REAL left = REAL(LOAD(T0, regions, region * 4)) * push.scale - offset;
    precise const REAL top = REAL(LOAD(T0, regions, region * 4 + 1)) * push.scale - offset;
    precise REAL width = REAL(LOAD(T0, regions, region * 4 + 2)) * push.scale - offset - left;
    precise REAL height = REAL(LOAD(T0, regions, region * 4 + 3)) * push.scale - offset - top;
    if (isHalfPixel == 0) {
        width = max(width, 1.0);
        height = max(height, 1.0);
    }
    const REAL cellHeight = exactDivide(height, REAL(push.rows)); // whose ceiling is how many samples there are
    const REAL cellWidth = exactDivide(width, REAL(push.columns));
    const uint down = samplesOf(cellHeight);
    const uint across = samplesOf(cellWidth);
    const REAL firstRow = top + REAL(row) * cellHeight;
    const REAL firstColumn = left + REAL(column) * cellWidth;
    const uvec2 rowsInside = samplesInside(firstRow, cellHeight, down, push.height);
    const uvec2 columnsInside = samplesInside(firstColumn, cellWidth, across, push.width);
    const bool isWhole = rowsInside == uvec2(0, down) && columnsInside == uvec2(0, across);
    REAL result = 0.0;
    bool isFirst = isWhole; // what lies outside is 0, also where the most is looked for
    for (uint s = rowsInside.x; s < rowsInside.y; ++s) {
        const REAL r = top + (REAL(row) + (REAL(s) + 0.5) / REAL(down)) * cellHeight;
        for (uint t = columnsInside.x; t < columnsInside.y; t += samplesAtOnce) {
            [[unroll]] for (uint more = 0; more < samplesAtOnce; ++more) {
                if (samplesAtOnce > 1 && t + more >= columnsInside.y) {
                    continue;
                }
                const REAL c = left + (REAL(column) + (REAL(t + more) + 0.5) / REAL(across)) * cellWidth;
                const REAL4 parts = partsAt(plane, r, c);
                if (takesMost != 0) {
                    const REAL most = max(max(parts.x, parts.y), max(parts.z, parts.w));
                    result = isFirst ? most : max(result, most);
                    isFirst = false;
                } else {
                    result += parts.x + parts.y + parts.z + parts.w;
                }
            }
        }
    }
    STORE(T0, y, i, takesMost != 0 ? result : result / max(REAL(down) * REAL(across), 1.0));
}
