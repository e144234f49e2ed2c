// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution of lines and pictures with few filters, or few channels, in a group, for software devices: a lane makes eight
// neighbouring results of `resultRows` rows below each other, of `filtersAtOnce` filters, which share what is read of the input
// (product/neighbours.glsl). channelsAtOnce divides channels.

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

// Channels and filters are those of a group; `blocks` of filtersAtOnce filters are all of them.
PARAMETERS(uint count; uint groups; uint channels; uint filters; uint blocks; uint inSize[2]; uint outSize[2]; int pads[2];
           float low; float high;)

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
layout(constant_id = 11) const uint filtersAtOnce = 1;
layout(constant_id = 12) const uint channelsAtOnce = 1; // in a round of the loop
const uint taps = kernelHeight * kernelWidth;
const uint weightsAtOnce = channelsAtOnce * taps;

const uint neighbours = 7 * strideX + (kernelWidth - 1) * dilationX + 1;
#define NEIGHBOURS neighbours
#include "product/activation.glsl"
#include "product/neighbours.glsl"
#include "product/storerow.glsl"
#include "conv/windowrows.glsl"

void loadWeights(uint begin, uint last, out float weights[weightsAtOnce])
{
    READ_NEIGHBOURS(w, begin / texelElements, 0, last / texelElements, begin, weightsAtOnce, weights)
}

void main()
{
    const uint groupsAcross = (push.outSize[1] + 7) / 8;
    const uint rowsDown = (push.outSize[0] + resultRows - 1) / resultRows;
    uint rest = linearIndex();
    const uint ox = rest % groupsAcross * 8;
    rest /= groupsAcross;
    const uint oy = rest % rowsDown * resultRows;
    rest /= rowsDown;
    const uint firstFilter = rest % push.blocks * filtersAtOnce; // of the group
    rest /= push.blocks; // image * groups + group
    if (rest >= push.count) {
        return;
    }
    const uint channels = push.channels;
    const uint filters = push.filters;
    const uint allFilters = push.groups * filters;
    const int height = int(push.inSize[0]);
    const int width = int(push.inSize[1]);
    const int u = int(ox * strideX) - push.pads[1];
    const int firstV = int(oy * strideY) - push.pads[0];
    const uint lastWeight = push.tensorOffset[1] + allFilters * channels * taps - 1; // of the tensor

    uint filterIndex[filtersAtOnce];
    uint filterBegin[filtersAtOnce];
    float sums[filtersAtOnce][resultRows][8];
    [[unroll]] for (uint f = 0; f < filtersAtOnce; ++f) {
        filterIndex[f] = rest % push.groups * filters + min(firstFilter + f, filters - 1);
        filterBegin[f] = push.tensorOffset[1] + filterIndex[f] * channels * taps;
        [[unroll]] for (uint i = 0; i < resultRows; ++i) {
            [[unroll]] for (uint e = 0; e < 8; ++e) {
                sums[f][i][e] = 0.0;
            }
        }
    }
    for (uint channel = 0; channel < channels; channel += channelsAtOnce) {
        float weights[filtersAtOnce][weightsAtOnce];
        [[unroll]] for (uint f = 0; f < filtersAtOnce; ++f) {
            loadWeights(filterBegin[f] + channel * taps, lastWeight, weights[f]);
        }
        [[unroll]] for (uint k = 0; k < channelsAtOnce; ++k) {
            const int plane = int(rest * channels + channel + k) * height * width;
            [[unroll]] for (uint row = 0; row < inputRows; ++row) {
                if (isRead(row)) {
                    const int v = firstV + int(row);
                    float values[NEIGHBOURS];
                    readNeighbours(plane + v * width, width, u, v >= 0 && v < height, 0.0, values);
                    [[unroll]] for (uint f = 0; f < filtersAtOnce; ++f) {
                        addRow(row, values, weights[f], k * taps, sums[f]);
                    }
                }
            }
        }
    }
    const uint outHeight = push.outSize[0];
    [[unroll]] for (uint f = 0; f < filtersAtOnce; ++f) {
        const Finish finish = finishOf(filterIndex[f], allFilters, push.outSize[1]);
        [[unroll]] for (uint i = 0; i < resultRows; ++i) {
            if (oy + i < outHeight && firstFilter + f < filters) {
                const uint place = ((rest * filters + firstFilter + f) * outHeight + oy + i) * finish.width + ox;
                finishRow(sums[f][i], finish, place, ox);
                storeRow(sums[f][i], place, ox, finish.width);
            }
        }
    }
}
