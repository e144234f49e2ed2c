// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

// What the windows of a deformable convolution see of one image: [channels, taps, places], each tap at a place of its own
// between the pixels.

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x) // [channels, height, width] from `xFirst` on
TENSOR(1, readonly, T0, offsets) // [offset groups, taps, 2, places] from `offsetFirst` on: down, across
TENSOR(2, readonly, T0, mask) // [offset groups, taps, places] from `maskFirst` on
TENSOR(3, writeonly, T0, patches)
PARAMETERS(uint count; uint height; uint width; uint kernelWidth; uint taps; uint places; uint outWidth;
           uint channelsPerOffset; uint strideDown; uint strideAcross; uint dilationDown; uint dilationAcross; int padTop;
           int padLeft; uint xFirst; uint offsetFirst; uint maskFirst; uint hasMask;)

uint plane;

REAL pixel(int row, int column)
{
    if (row < 0 || column < 0 || row >= int(push.height) || column >= int(push.width)) {
        return 0.0;
    }
    return REAL(LOAD(T0, x, plane + uint(row) * push.width + uint(column)));
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint place = i % push.places;
    const uint tap = i / push.places % push.taps;
    const uint channel = i / (push.places * push.taps);
    const uint line = channel / push.channelsPerOffset * push.taps + tap;
    const uint offset = push.offsetFirst + line * 2 * push.places + place;
    const uint tapRow = tap / push.kernelWidth;
    const uint tapColumn = tap - tapRow * push.kernelWidth;
    const uint outRow = place / push.outWidth;
    const REAL row = REAL(int(outRow * push.strideDown + tapRow * push.dilationDown) - push.padTop)
        + REAL(LOAD(T0, offsets, offset));
    const REAL column =
        REAL(int((place - outRow * push.outWidth) * push.strideAcross + tapColumn * push.dilationAcross) - push.padLeft)
        + REAL(LOAD(T0, offsets, offset + push.places));
    plane = push.xFirst + channel * push.height * push.width;
    REAL value = 0.0;
    if (row > -1.0 && column > -1.0 && row < REAL(push.height) && column < REAL(push.width)) {
        const int top = int(floor(row));
        const int left = int(floor(column));
        const REAL down = row - REAL(top);
        const REAL across = column - REAL(left);
        value = (1.0 - down) * ((1.0 - across) * pixel(top, left) + across * pixel(top, left + 1))
            + down * ((1.0 - across) * pixel(top + 1, left) + across * pixel(top + 1, left + 1));
    }
    if (push.hasMask != 0) {
        value *= REAL(LOAD(T0, mask, push.maskFirst + line * push.places + place));
    }
    STORE(T0, patches, i, value);
}
