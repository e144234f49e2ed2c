// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Transposed convolution, one result per invocation: it gathers the inputs whose windows it lies in.
// x [images, groups * channels, in …], w [groups * channels, filters, kernel …], y [images, groups * filters, out …].

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, w)
TENSOR(2, writeonly, T0, y)
TENSOR(3, readonly, T0, bias)

PARAMETERS(uint count; uint groups; uint channels; uint filters; uint inSize[3]; uint outSize[3]; uint kernel[3];
           uint strides[3]; uint dilations[3]; int pads[3];)

layout(constant_id = 0) const uint hasBias = 0;
layout(constant_id = 1) const uint channelsAtOnce = 1; // per round of the innermost loop

// The input coordinate whose tap k lands on `place`, or -1.
int sourceOf(int place, uint k, uint axis)
{
    const int shifted = place + push.pads[axis] - int(k * push.dilations[axis]);
    const int stride = int(push.strides[axis]);
    const int source = shifted / stride;
    return shifted >= 0 && shifted % stride == 0 && source < int(push.inSize[axis]) ? source : -1;
}

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
    rest /= push.outSize[0];
    const uint filterIndex = rest % push.filters;
    rest /= push.filters; // image * groups + group
    const uint group = rest % push.groups;
    const uint taps = push.kernel[0] * push.kernel[1] * push.kernel[2];
    const uint inCount = push.inSize[0] * push.inSize[1] * push.inSize[2];

    REAL sum = hasBias != 0 ? LOAD(T0, bias, group * push.filters + filterIndex) : 0.0;
    for (uint kz = 0; kz < push.kernel[0]; ++kz) {
        const int z = sourceOf(oz, kz, 0);
        for (uint ky = 0; ky < push.kernel[1]; ++ky) {
            const int v = sourceOf(oy, ky, 1);
            for (uint kx = 0; kx < push.kernel[2]; ++kx) {
                const int u = sourceOf(ox, kx, 2);
                if (z >= 0 && v >= 0 && u >= 0) {
                    uint from = rest * push.channels * inCount
                        + (uint(z) * push.inSize[1] + uint(v)) * push.inSize[2] + uint(u);
                    uint tap = (group * push.channels * push.filters + filterIndex) * taps
                        + (kz * push.kernel[1] + ky) * push.kernel[2] + kx;
                    for (uint c = 0; c < push.channels; c += channelsAtOnce) {
                        [[unroll]] for (uint i = 0; i < channelsAtOnce; ++i) {
                            if (channelsAtOnce == 1 || c + i < push.channels) {
                                sum += LOAD(T0, x, from) * LOAD(T0, w, tap);
                            }
                            from += inCount;
                            tap += push.filters * taps;
                        }
                    }
                }
            }
        }
    }
    STORE(T0, y, index, sum);
}
