// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x) // [images, channels, height, width]
TENSOR(1, readonly, T0, regions) // [count, 5]: image, left, top, right, bottom
TENSOR(2, , T0, y) // [count, channels, rows, columns]
PARAMETERS(uint count; uint channels; uint images; uint height; uint width; uint rows; uint columns; uint first; uint walked;
           float scale;)
// Pixels [first, first + walked) of each cell, after those that another launch walked.

// Halves away from zero: round() leaves them to the device.
REAL rounded(REAL place)
{
    const REAL whole = trunc(place);
    return whole + (abs(place - whole) < 0.5 ? 0.0 : sign(place));
}

int edge(uint at, uint cells, REAL size, int first, uint limit, bool isEnd)
{
    const REAL place = exactDivide(REAL(at + (isEnd ? 1u : 0u)) * size, REAL(cells));
    return clamp(int(isEnd ? ceil(place) : floor(place)) + first, 0, int(limit));
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
    const uint region = i / (push.columns * push.rows * push.channels) * 5;
    // Nothing outside of the images is read, whatever the numbers say.
    const uint image = uint(clamp(REAL(LOAD(T0, regions, region)), 0.0, REAL(push.images - 1)));
    REAL4 box;
    [[unroll]] for (uint side = 0; side < 4; ++side) {
        box[side] = clamp(rounded(REAL(LOAD(T0, regions, region + 1 + side)) * push.scale), -1e6, 1e6);
    }
    const REAL width = max(box.z - box.x + 1.0, 1.0);
    const REAL height = max(box.w - box.y + 1.0, 1.0);
    const int top = edge(row, push.rows, height, int(box.y), push.height, false);
    const int bottom = edge(row, push.rows, height, int(box.y), push.height, true);
    const int left = edge(column, push.columns, width, int(box.x), push.width, false);
    const int right = edge(column, push.columns, width, int(box.x), push.width, true);
    const uint across = uint(max(right - left, 0));
    const uint pixels = uint(max(bottom - top, 0)) * across;
    REAL result = 0.0; // of an empty cell
    if (push.first != 0) {
        result = REAL(LOAD(T0, y, i));
    }
    const uint end = min(push.first + push.walked, pixels);
    for (uint p = push.first; p < end; ++p) {
        const uint r = uint(top) + p / across;
        const uint c = uint(left) + p % across;
        const REAL value =
            REAL(LOAD(T0, x, ((image * push.channels + channel) * push.height + r) * push.width + c));
        result = p == 0 ? value : max(result, value);
    }
    STORE(T0, y, i, result);
}
