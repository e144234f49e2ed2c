// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The last step of a transposed convolution that was a product: a result is the sum of what the inputs whose windows it lies
// in add to it. addends [images, channels of y, taps, in …], y [images, channels, out …]; an invocation makes up to `items`
// neighbours of a row.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, addends)
TENSOR(1, readonly, T0, bias)
TENSOR(2, writeonly, T0, y)

PARAMETERS(uint count; uint channels; uint inSize[3]; uint outSize[3]; uint kernel[3]; uint dilations[3]; uint pads[3];)

layout(constant_id = 0) const uint hasBias = 0;
layout(constant_id = 1) const uint items = 1;
layout(constant_id = 2) const uint isDilated = 0;
layout(constant_id = 3) const uint stride0 = 1; // constants: the compiler divides by them faster than the device does
layout(constant_id = 4) const uint stride1 = 1;
layout(constant_id = 5) const uint stride2 = 1;

// The taps of an axis that land on a place are a stride from each other, where taps are next to each other; else all are tried.
uint firstTap(uint place, uint stride) { return isDilated != 0 ? 0 : place % stride; }
uint tapStep(uint stride) { return isDilated != 0 ? 1 : stride; }

// The input whose tap k lands on the place, which counts from where the padding begins, or -1.
int sourceOf(uint place, uint k, uint axis, uint stride)
{
    const int shifted = int(place) - int(isDilated != 0 ? k * push.dilations[axis] : k);
    const int source = shifted / int(stride);
    return shifted >= 0 && (isDilated == 0 || shifted % int(stride) == 0) && source < int(push.inSize[axis]) ? source : -1;
}

void main()
{
    const uint run = linearIndex();
    if (run >= push.count) {
        return;
    }
    const uint runs = (push.outSize[2] + items - 1) / items; // of a row
    uint rest = run / runs;
    const uint begin = (run - rest * runs) * items;
    const uint row = rest * push.outSize[2];
    const uint oy = rest % push.outSize[1];
    rest /= push.outSize[1];
    const uint oz = rest % push.outSize[0];
    rest /= push.outSize[0]; // image * channels + channel

    REAL sums[items];
    const REAL first = hasBias != 0 ? LOAD(T0, bias, rest % push.channels) : 0.0;
    [[unroll]] for (uint item = 0; item < items; ++item) {
        sums[item] = first;
    }
    const uint inCount = push.inSize[0] * push.inSize[1] * push.inSize[2];
    const uint atZ = oz + push.pads[0];
    const uint atY = oy + push.pads[1];
    for (uint kz = firstTap(atZ, stride0); kz < push.kernel[0]; kz += tapStep(stride0)) {
        const int z = sourceOf(atZ, kz, 0, stride0);
        for (uint ky = firstTap(atY, stride1); ky < push.kernel[1]; ky += tapStep(stride1)) {
            const int v = sourceOf(atY, ky, 1, stride1);
            const uint line = ((rest * push.kernel[0] + kz) * push.kernel[1] + ky) * push.kernel[2];
            [[unroll]] for (uint item = 0; item < items; ++item) {
                const uint atX = begin + item + push.pads[2];
                for (uint kx = firstTap(atX, stride2); kx < push.kernel[2]; kx += tapStep(stride2)) {
                    const int u = sourceOf(atX, kx, 2, stride2);
                    if (z >= 0 && v >= 0 && u >= 0) {
                        sums[item] += LOAD(T0, addends,
                            (line + kx) * inCount + (uint(z) * push.inSize[1] + uint(v)) * push.inSize[2] + uint(u));
                    }
                }
            }
        }
    }
    [[unroll]] for (uint item = 0; item < items; ++item) {
        if (items == 1 || begin + item < push.outSize[2]) {
            STORE(T0, y, row + begin + item, sums[item]);
        }
    }
}
