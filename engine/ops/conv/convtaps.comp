// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution with one channel per group and too many taps to be unrolled, for software devices: a lane makes eight neighbouring
// results, and walks each row of its filter `tapsAtOnce` taps at a time, which share what is read of the input
// (product/neighbours.glsl). Parameters are those of convdirect.comp; `count` is of planes of results.

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

GROUPS(0, x)
GROUPS(1, w)
TENSOR(2, writeonly, T0, y)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, F32, factors)
GROUPS(4, residual)
WIDE_TENSOR(2, writeonly, y)
PARTS_OF_TENSOR(2, writeonly, y)

PARAMETERS(uint count; uint filters; uint filtersPerChannel; uint inSize[3]; uint outSize[3]; uint kernel[3];
           uint strides[3]; uint dilations[3]; int pads[3]; float low; float high;)

layout(constant_id = 0) const uint biasKind = 0;
layout(constant_id = 1) const uint hasResidual = 0;
layout(constant_id = 2) const uint activation = 0;
layout(constant_id = 3) const uint tapsAtOnce = 16;
layout(constant_id = 4) const uint strideX = 1;
layout(constant_id = 5) const uint dilationX = 1;
layout(constant_id = 6) const uint lastTaps = 0; // of a row, where tapsAtOnce does not divide them
layout(constant_id = 7) const uint storeWidth = 1; // of storerow.glsl

const uint neighbours = 7 * strideX + (tapsAtOnce - 1) * dilationX + 1;
#define NEIGHBOURS neighbours
#include "product/activation.glsl"
#include "product/neighbours.glsl"
#include "product/storerow.glsl"
#include "conv/finishrow.glsl"

struct Line {
    int begin; // of the input's row, as an element of x
    bool exists;
};

// What `taps` taps, from the one on that is element `weight` of w, make of the input from column `first` on.
void addTaps(uint taps, Line line, int width, int first, uint weight, uint lastWeight, inout float sums[8])
{
    float values[NEIGHBOURS];
    float weights[tapsAtOnce];
    readNeighbours(line.begin, width, first, line.exists, 0.0, values);
    READ_NEIGHBOURS(w, weight / texelElements, 0, lastWeight / texelElements, weight, tapsAtOnce, weights)
    [[unroll]] for (uint kx = 0; kx < taps; ++kx) {
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            sums[e] += values[e * strideX + kx * dilationX] * weights[kx];
        }
    }
}

void main()
{
    const uint groupsAcross = (push.outSize[2] + 7) / 8;
    uint rest = linearIndex();
    const uint ox = rest % groupsAcross * 8;
    rest /= groupsAcross;
    const uint oy = rest % push.outSize[1];
    rest /= push.outSize[1];
    const uint oz = rest % push.outSize[0];
    rest /= push.outSize[0]; // image * filters + filter
    if (rest >= push.count) {
        return;
    }
    const uint filterIndex = rest % push.filters;
    const uint kernelWidth = push.kernel[2];
    const uint kernelHeight = push.kernel[1];
    const uint kernelDepth = push.kernel[0];
    const int width = int(push.inSize[2]);
    const int height = int(push.inSize[1]);
    const int depth = int(push.inSize[0]);
    const int firstU = int(ox * strideX) - push.pads[2];
    const int firstV = int(oy * push.strides[1]) - push.pads[1];
    const int firstZ = int(oz * push.strides[0]) - push.pads[0];
    const int stepV = int(push.dilations[1]);
    const int stepZ = int(push.dilations[0]);
    const int plane = int(rest / push.filtersPerChannel) * depth;
    const uint taps = kernelWidth * kernelHeight * kernelDepth;
    const uint lastWeight = push.tensorOffset[1] + push.filters * taps - 1; // of the tensor
    uint weight = push.tensorOffset[1] + filterIndex * taps;

    float sums[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        sums[e] = 0.0;
    }
    for (uint kz = 0; kz < kernelDepth; ++kz) {
        const int z = firstZ + int(kz) * stepZ;
        for (uint ky = 0; ky < kernelHeight; ++ky) {
            const int v = firstV + int(ky) * stepV;
            const Line line = {((plane + z) * height + v) * width, z >= 0 && z < depth && v >= 0 && v < height};
            for (uint kx = 0; kx + tapsAtOnce <= kernelWidth; kx += tapsAtOnce) {
                addTaps(tapsAtOnce, line, width, firstU + int(kx * dilationX), weight + kx, lastWeight, sums);
            }
            if (lastTaps > 0) {
                const uint kx = kernelWidth - lastTaps;
                addTaps(lastTaps, line, width, firstU + int(kx * dilationX), weight + kx, lastWeight, sums);
            }
            weight += kernelWidth;
        }
    }
    const Finish finish = finishOf(filterIndex, push.filters, push.outSize[2]);
    const uint place = ((rest * push.outSize[0] + oz) * push.outSize[1] + oy) * finish.width + ox;
    finishRow(sums, finish, place, ox);
    storeRow(sums, place, ox, finish.width);
}
