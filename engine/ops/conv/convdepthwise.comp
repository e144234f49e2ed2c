// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution of pictures with one channel per group, for software devices: a lane makes eight neighbouring results of
// `resultRows` rows below each other, which share the rows of the input that they read (product/neighbours.glsl).

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
layout(constant_id = 3) const uint kernelWidth = 3;
layout(constant_id = 4) const uint strideX = 1;
layout(constant_id = 5) const uint dilationX = 1;
layout(constant_id = 6) const uint kernelHeight = 3;
layout(constant_id = 7) const uint strideY = 1;
layout(constant_id = 8) const uint dilationY = 1;
layout(constant_id = 9) const uint resultRows = 4;
layout(constant_id = 10) const uint storeWidth = 1; // of storerow.glsl
const uint weightsAtOnce = kernelHeight * kernelWidth;

const uint neighbours = 7 * strideX + (kernelWidth - 1) * dilationX + 1;
#define NEIGHBOURS neighbours
#include "product/activation.glsl"
#include "product/neighbours.glsl"
#include "product/storerow.glsl"
#include "conv/windowrows.glsl"

void loadWeights(uint filterIndex, out float weights[weightsAtOnce])
{
    const uint begin = push.tensorOffset[1] + filterIndex * weightsAtOnce;
    const uint last = push.tensorOffset[1] + push.filters * weightsAtOnce - 1; // of the tensor
    READ_NEIGHBOURS(w, begin / texelElements, 0, last / texelElements, begin, weightsAtOnce, weights)
}

void main()
{
    const uint groupsAcross = (push.outSize[2] + 7) / 8;
    const uint rowsDown = (push.outSize[1] + resultRows - 1) / resultRows;
    uint rest = linearIndex();
    const uint ox = rest % groupsAcross * 8;
    rest /= groupsAcross;
    const uint oy = rest % rowsDown * resultRows;
    rest /= rowsDown; // image * filters + filter
    if (rest >= push.count) {
        return;
    }
    const uint filterIndex = rest % push.filters;
    const int plane = int(rest / push.filtersPerChannel * push.inSize[1] * push.inSize[2]);
    const int width = int(push.inSize[2]);
    const int u = int(ox * strideX) - push.pads[2];
    float weights[weightsAtOnce];
    loadWeights(filterIndex, weights);

    float sums[resultRows][8];
    [[unroll]] for (uint i = 0; i < resultRows; ++i) {
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            sums[i][e] = 0.0;
        }
    }
    [[unroll]] for (uint row = 0; row < inputRows; ++row) {
        if (isRead(row)) {
            const int v = int(oy * strideY + row) - push.pads[1];
            float values[NEIGHBOURS];
            readNeighbours(plane + v * width, width, u, v >= 0 && v < int(push.inSize[1]), 0.0, values);
            addRow(row, values, weights, 0, sums);
        }
    }
    const Finish finish = finishOf(filterIndex, push.filters, push.outSize[2]);
    const uint height = push.outSize[1];
    [[unroll]] for (uint i = 0; i < resultRows; ++i) {
        if (oy + i < height) {
            const uint place = (rest * height + oy + i) * finish.width + ox;
            finishRow(sums[i], finish, place, ox);
            storeRow(sums[i], place, ox, finish.width);
        }
    }
}
