// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution of pictures with one channel per group, for software devices: a lane makes eight neighbouring results of
// `resultRows` rows below each other, which share the rows of the input that they read (product/neighbours.glsl).
// 7 * strideX + (kernelWidth - 1) * dilationX <= 16.

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

layout(constant_id = 0) const uint biasKind = 0; // 1: one per filter, 3: factors, sums, and what slopedActivation takes
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
const uint taps = kernelHeight * kernelWidth;
const uint inputRows = (resultRows - 1) * strideY + (kernelHeight - 1) * dilationY + 1;

#include "product/activation.glsl"
#include "product/neighbours.glsl"
#include "product/storerow.glsl"

void loadWeights(uint filterIndex, out float weights[taps])
{
    const uint begin = push.tensorOffset[1] + filterIndex * taps;
    const uint last = push.tensorOffset[1] + push.filters * taps - 1; // of the tensor
    READ_NEIGHBOURS(w, begin / texelElements, 0, last / texelElements, begin, taps, weights)
}

// The tap of a result's row that reads that row of the input; kernelHeight if none does.
uint tapOf(uint resultRow, uint inputRow)
{
    const uint below = inputRow - resultRow * strideY; // wraps around above the first
    return below % dilationY == 0 && below / dilationY < kernelHeight ? below / dilationY : kernelHeight;
}

// Push constants that are read where lanes may differ are read by each lane, every time; these once.
struct Finish {
    float factor;
    float offset;
    float low;
    float high;
    uint width; // of rows of results
    uint residualBegin;
};

void finishRow(inout float sum[8], Finish finish, uint place, uint ox)
{
    float residuals[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        residuals[e] = 0.0;
    }
    if (hasResidual != 0) {
        const uint begin = finish.residualBegin + place;
        const uint last = (begin - ox + finish.width - 1) / texelElements; // of the row
        READ_NEIGHBOURS(residual, begin / texelElements, 0, last, begin, 8, residuals)
    }
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        const float value = sum[e] * finish.factor + finish.offset + residuals[e];
        sum[e] = activated(value, activation, finish.low, finish.high);
    }
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
    float weights[taps];
    loadWeights(filterIndex, weights);

    float sums[resultRows][8];
    [[unroll]] for (uint i = 0; i < resultRows; ++i) {
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            sums[i][e] = 0.0;
        }
    }
    [[unroll]] for (uint row = 0; row < inputRows; ++row) {
        bool isRead = false;
        [[unroll]] for (uint i = 0; i < resultRows; ++i) {
            isRead = isRead || tapOf(i, row) < kernelHeight;
        }
        if (isRead) {
            const int v = int(oy * strideY + row) - push.pads[1];
            float values[17];
            readNeighbours(plane + v * width, width, u, v >= 0 && v < int(push.inSize[1]), 0.0, values);
            [[unroll]] for (uint i = 0; i < resultRows; ++i) {
                const uint ky = tapOf(i, row);
                if (ky < kernelHeight) {
                    [[unroll]] for (uint kx = 0; kx < kernelWidth; ++kx) {
                        [[unroll]] for (uint e = 0; e < 8; ++e) {
                            sums[i][e] += values[e * strideX + kx * dilationX] * weights[ky * kernelWidth + kx];
                        }
                    }
                }
            }
        }
    }
    Finish finish = {1.0, 0.0, push.low, push.high, push.outSize[2], push.tensorOffset[4]};
    if (biasKind == 1) {
        finish.offset = LOAD(T0, bias, filterIndex);
    } else if (biasKind == 3) {
        finish.factor = AT(factors, filterIndex);
        finish.offset = AT(factors, push.filters + filterIndex);
        if (activation == slopedActivation) {
            finish.low = AT(factors, 2 * push.filters + filterIndex);
        }
    }
    const uint height = push.outSize[1];
    [[unroll]] for (uint i = 0; i < resultRows; ++i) {
        if (oy + i < height) {
            const uint place = (rest * height + oy + i) * finish.width + ox;
            finishRow(sums[i], finish, place, ox);
            storeRow(sums[i], place, ox, finish.width);
        }
    }
}
