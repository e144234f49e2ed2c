// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution of pictures with one channel per group, for software devices: a lane makes eight neighbouring results of
// a row from three aligned groups of the input (product/wide.glsl). 7 * strideX + (kernel - 1) * dilation <= 16.

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, w)
TENSOR(2, writeonly, T0, y)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, F32, factors)
TENSOR(4, readonly, T0, residual)
WIDE_TENSOR(0, readonly, x)
WIDE_TENSOR(2, writeonly, y)

PARAMETERS(uint count; uint filters; uint filtersPerChannel; uint inSize[3]; uint outSize[3]; uint kernel[3];
           uint strides[3]; uint dilations[3]; int pads[3]; float low; float high;)

layout(constant_id = 0) const uint biasKind = 0; // 1: one per filter, 3: float32 factors and then sums
layout(constant_id = 1) const uint hasResidual = 0;
layout(constant_id = 2) const uint activation = 0;
layout(constant_id = 3) const uint kernelWidth = 3;
layout(constant_id = 4) const uint strideX = 1;
layout(constant_id = 5) const uint dilationX = 1;

#include "product/activation.glsl"
#include "product/neighbours.glsl"

void main()
{
    const uint groupsAcross = (push.outSize[2] + 7) / 8;
    uint rest = linearIndex();
    const uint ox = rest % groupsAcross * 8;
    rest /= groupsAcross;
    const uint oy = rest % push.outSize[1];
    rest /= push.outSize[1]; // image * filters + filter
    if (rest >= push.count) {
        return;
    }
    const uint filterIndex = rest % push.filters;
    const int plane = int(rest / push.filtersPerChannel * push.inSize[1] * push.inSize[2]);
    const int width = int(push.inSize[2]);
    const int u = int(ox * strideX) - push.pads[2];

    float sum[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        sum[e] = 0.0;
    }
    for (uint ky = 0; ky < push.kernel[1]; ++ky) {
        const int v = int(oy * push.strides[1] + ky * push.dilations[1]) - push.pads[1];
        float values[17];
        readNeighbours(plane + v * width, width, u, v >= 0 && v < int(push.inSize[1]),
            7 * strideX + (kernelWidth - 1) * dilationX == 16, 0.0, values);
        [[unroll]] for (uint kx = 0; kx < kernelWidth; ++kx) {
            const float weight = LOAD(T0, w, (filterIndex * push.kernel[1] + ky) * kernelWidth + kx);
            [[unroll]] for (uint e = 0; e < 8; ++e) {
                sum[e] += values[e * strideX + kx * dilationX] * weight;
            }
        }
    }
    float factor = 1.0;
    float offset = 0.0;
    if (biasKind == 1) {
        offset = LOAD(T0, bias, filterIndex);
    } else if (biasKind == 3) {
        factor = AT(factors, filterIndex);
        offset = AT(factors, push.filters + filterIndex);
    }
    const uint place = (rest * push.outSize[1] + oy) * push.outSize[2] + ox;
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        sum[e] = sum[e] * factor + offset;
        if (hasResidual != 0 && ox + e < push.outSize[2]) {
            sum[e] += LOAD(T0, residual, place + e);
        }
        sum[e] = activated(sum[e], activation, push.low, push.high);
    }
    if (push.outSize[2] % 8 == 0 && (push.tensorOffset[2] & 7u) == 0) {
        GROUP(y, (push.tensorOffset[2] + place) / 8) = packGroup(sum);
    } else {
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            if (ox + e < push.outSize[2]) {
                STORE(T0, y, place + e, sum[e]);
            }
        }
    }
}
