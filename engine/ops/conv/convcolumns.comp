// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution of pictures with one channel per group, for graphics cards: an invocation makes four results below each other,
// so that what it reads serves several of them, while its neighbours read what lies beside it. All taps are unrolled.

#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, w)
TENSOR(2, writeonly, T0, y)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, F32, factors)
TENSOR(4, readonly, T0, residual)

PARAMETERS(uint count; uint filters; uint filtersPerChannel; uint inSize[3]; uint outSize[3]; uint kernel[3];
           uint strides[3]; uint dilations[3]; int pads[3]; float low; float high;)

layout(constant_id = 0) const uint biasKind = 0; // 1: one per filter, 3: factors, sums, and what slopedActivation takes
layout(constant_id = 1) const uint hasResidual = 0;
layout(constant_id = 2) const uint activation = 0;
layout(constant_id = 3) const uint kernelHeight = 3;
layout(constant_id = 4) const uint kernelWidth = 3;
layout(constant_id = 5) const uint strideY = 1;
layout(constant_id = 6) const uint dilationY = 1;

#include "product/activation.glsl"

const uint results = 4;
const uint rowsRead = (results - 1) * strideY + (kernelHeight - 1) * dilationY + 1;

void main()
{
    const uint blocksDown = (push.outSize[1] + results - 1) / results;
    uint rest = linearIndex();
    const uint ox = rest % push.outSize[2];
    rest /= push.outSize[2];
    const uint oy = rest % blocksDown * results;
    rest /= blocksDown; // image * filters + filter
    if (rest >= push.count) {
        return;
    }
    const uint filterIndex = rest % push.filters;
    float weights[kernelHeight * kernelWidth];
    [[unroll]] for (uint tap = 0; tap < kernelHeight * kernelWidth; ++tap) {
        weights[tap] = LOAD(T0, w, filterIndex * kernelHeight * kernelWidth + tap);
    }
    float sum[results];
    [[unroll]] for (uint j = 0; j < results; ++j) {
        sum[j] = 0.0;
    }
    const uint plane = rest / push.filtersPerChannel * push.inSize[1];
    [[unroll]] for (uint row = 0; row < rowsRead; ++row) {
        const int v = int(oy * strideY + row) - push.pads[1];
        [[unroll]] for (uint kx = 0; kx < kernelWidth; ++kx) {
            const int u = int(ox * push.strides[2] + kx * push.dilations[2]) - push.pads[2];
            float value = 0.0;
            if (v >= 0 && v < int(push.inSize[1]) && u >= 0 && u < int(push.inSize[2])) {
                value = LOAD(T0, x, (plane + uint(v)) * push.inSize[2] + uint(u));
            }
            [[unroll]] for (uint j = 0; j < results; ++j) {
                const uint below = row - j * strideY; // wraps above the first tap
                if (row >= j * strideY && below % dilationY == 0 && below / dilationY < kernelHeight) {
                    sum[j] += value * weights[below / dilationY * kernelWidth + kx];
                }
            }
        }
    }
    float factor = 1.0;
    float offset = 0.0;
    float low = push.low;
    if (biasKind == 1) {
        offset = LOAD(T0, bias, filterIndex);
    } else if (biasKind == 3) {
        factor = AT(factors, filterIndex);
        offset = AT(factors, push.filters + filterIndex);
        if (activation == slopedActivation) {
            low = AT(factors, 2 * push.filters + filterIndex);
        }
    }
    [[unroll]] for (uint j = 0; j < results; ++j) {
        if (oy + j < push.outSize[1]) {
            const uint place = (rest * push.outSize[1] + oy + j) * push.outSize[2] + ox;
            float value = sum[j] * factor + offset;
            if (hasResidual != 0) {
                value += LOAD(T0, residual, place);
            }
            STORE(T0, y, place, activated(value, activation, low, push.high));
        }
    }
}
