// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolution with one channel per group, one result per invocation.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, w)
TENSOR(2, writeonly, T0, y)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, REAL, factors)
TENSOR(4, readonly, T0, residual)

PARAMETERS(uint count; uint filters; uint filtersPerChannel; uint inSize[3]; uint outSize[3]; uint kernel[3];
           uint strides[3]; uint dilations[3]; int pads[3]; float low; float high;)

layout(constant_id = 0) const uint biasKind = 0; // 1: one per filter, 3: factors, sums, and what slopedActivation takes
layout(constant_id = 1) const uint hasResidual = 0;
layout(constant_id = 2) const uint activation = 0;
layout(constant_id = 3) const uint tapsAtOnce = 1; // per round of the innermost loop

#include "product/activation.glsl"

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    uint rest = index;
    const int ox = int(rest % push.outSize[2]);
    rest /= push.outSize[2];
    const int oy = int(rest % push.outSize[1]);
    rest /= push.outSize[1];
    const int oz = int(rest % push.outSize[0]);
    rest /= push.outSize[0]; // image * filters + filter
    const uint filterIndex = rest % push.filters;
    const uint channel = rest / push.filtersPerChannel;
    REAL sum = 0.0;
    uint tap = filterIndex * push.kernel[0] * push.kernel[1] * push.kernel[2];
    for (uint kz = 0; kz < push.kernel[0]; ++kz) {
        const int z = oz * int(push.strides[0]) + int(kz * push.dilations[0]) - push.pads[0];
        for (uint ky = 0; ky < push.kernel[1]; ++ky) {
            const int v = oy * int(push.strides[1]) + int(ky * push.dilations[1]) - push.pads[1];
            const uint row = ((channel * push.inSize[0] + uint(z)) * push.inSize[1] + uint(v)) * push.inSize[2];
            for (uint kx0 = 0; kx0 < push.kernel[2]; kx0 += tapsAtOnce) {
                [[unroll]] for (uint t = 0; t < tapsAtOnce; ++t) {
                    const uint kx = kx0 + t;
                    const bool exists = tapsAtOnce == 1 || kx < push.kernel[2];
                    const int u = ox * int(push.strides[2]) + int(kx * push.dilations[2]) - push.pads[2];
                    if (exists && z >= 0 && z < int(push.inSize[0]) && v >= 0 && v < int(push.inSize[1]) && u >= 0
                        && u < int(push.inSize[2])) {
                        sum += LOAD(T0, x, row + uint(u)) * LOAD(T0, w, tap + kx);
                    }
                }
            }
            tap += push.kernel[2];
        }
    }
    REAL low = push.low;
    if (biasKind == 1) {
        sum += LOAD(T0, bias, filterIndex);
    } else if (biasKind == 3) {
        sum = sum * AT(factors, filterIndex) + AT(factors, push.filters + filterIndex);
        if (activation == slopedActivation) {
            low = AT(factors, 2 * push.filters + filterIndex);
        }
    }
    if (hasResidual != 0) {
        sum += LOAD(T0, residual, index);
    }
    STORE(T0, y, index, activated(sum, activation, low, push.high));
}
