// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Max and average pooling of pictures for software devices: a lane makes eight neighbouring results of a row, of `tapsAtOnce`
// columns of the window at a time, which share what is read of the input (product/neighbours.glsl).

#include "tensor.glsl"
#include "product/wide.glsl"
#include "extremes.glsl"

layout(local_size_x = 64) in;

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(1, writeonly, y)
PARTS_OF_TENSOR(1, writeonly, y)

PARAMETERS(uint planes; uint inSize[2]; uint outSize[2]; uint kernelHeight; uint strideY; uint dilationY; int padsBegin[2];
           int padsEnd[2];)

layout(constant_id = 0) const uint kind = 0; // as in pool.comp; Lp has no kernel here
layout(constant_id = 1) const uint kernelWidth = 3;
layout(constant_id = 2) const uint strideX = 1;
layout(constant_id = 3) const uint dilationX = 1;
layout(constant_id = 4) const uint storeWidth = 1; // of storerow.glsl
layout(constant_id = 5) const uint unrolledHeight = 0; // the window's, or 0 where it is large: then push.kernelHeight
layout(constant_id = 6) const uint tapsAtOnce = 3;
const uint lastTaps = kernelWidth % tapsAtOnce;

const uint neighbours = 7 * strideX + (tapsAtOnce - 1) * dilationX + 1;
#define NEIGHBOURS neighbours
#include "product/neighbours.glsl"
#include "product/storerow.glsl"

// Of the taps from `first` on, those in [low, high): where a window ends is what is counted.
uint tapsWithin(int first, uint taps, uint dilation, int low, int high)
{
    uint count = 0;
    for (uint tap = 0; tap < taps; ++tap) {
        const int at = first + int(tap * dilation);
        count += at >= low && at < high ? 1 : 0;
    }
    return count;
}

// The same of many.
uint columnsWithin(int first, int low, int high)
{
    const uint below = uint(max(low - first, 0)) + dilationX - 1;
    const uint within = uint(max(high - first, 0)) + dilationX - 1;
    return min(within / dilationX, kernelWidth) - min(below / dilationX, kernelWidth);
}

// What `taps` columns of the window make of a row from column `first` on.
void addTaps(uint taps, int row, int width, int first, bool exists, inout float result[8])
{
    const float beyond = kind == 0 ? uintBitsToFloat(0xff800000u) : 0.0; // -infinity
    float values[NEIGHBOURS];
    readNeighbours(row, width, first, exists, beyond, values);
    [[unroll]] for (uint kx = 0; kx < taps; ++kx) {
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            const float value = values[e * strideX + kx * dilationX];
            result[e] = kind != 0 ? result[e] + value : GREATER(result[e], value);
        }
    }
}

void main()
{
    const uint groupsAcross = (push.outSize[1] + 7) / 8;
    uint rest = linearIndex();
    const uint ox = rest % groupsAcross * 8;
    rest /= groupsAcross;
    const uint oy = rest % push.outSize[0];
    const uint plane = rest / push.outSize[0];
    if (plane >= push.planes) {
        return;
    }
    const int width = int(push.inSize[1]);
    const int height = int(push.inSize[0]);
    const int top = int(oy * push.strideY) - push.padsBegin[0];
    const int left = int(ox * strideX) - push.padsBegin[1];
    const float beyond = kind == 0 ? uintBitsToFloat(0xff800000u) : 0.0; // -infinity

    const uint kernelHeight = unrolledHeight != 0 ? unrolledHeight : push.kernelHeight;
    float result[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        result[e] = beyond;
    }
    for (uint ky = 0; ky < kernelHeight; ++ky) {
        const int v = top + int(ky * push.dilationY);
        const int row = (int(plane) * height + v) * width;
        const bool exists = v >= 0 && v < height;
        if (tapsAtOnce == kernelWidth) {
            addTaps(kernelWidth, row, width, left, exists, result);
            continue;
        }
        for (uint kx = 0; kx + tapsAtOnce <= kernelWidth; kx += tapsAtOnce) {
            addTaps(tapsAtOnce, row, width, left + int(kx * dilationX), exists, result);
        }
        if (lastTaps > 0) {
            addTaps(lastTaps, row, width, left + int((kernelWidth - lastTaps) * dilationX), exists, result);
        }
    }
    // A window may reach beyond the padding in ceil_mode; what lies there never counts.
    const uint rows = kind == 2 ? tapsWithin(top, kernelHeight, push.dilationY, top, height + push.padsEnd[0])
                                : tapsWithin(top, kernelHeight, push.dilationY, 0, height);
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        const int first = left + int(e * strideX);
        const uint columns = columnsWithin(first, kind == 2 ? first : 0, width + (kind == 2 ? push.padsEnd[1] : 0));
        const uint taps = rows * columns;
        result[e] = kind != 0 ? result[e] / float(max(taps, 1u)) : taps > 0 ? result[e] : 0.0;
    }
    const uint place = (plane * push.outSize[0] + oy) * push.outSize[1] + ox;
    storeRow(result, place, ox, push.outSize[1]);
}
