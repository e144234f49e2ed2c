// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Local response normalisation across channels, one result per invocation.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)

PARAMETERS(uint count; uint channels; uint pixels; uint before; uint after; float alpha; float beta; float bias;)

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint channel = index / push.pixels % push.channels;
    const uint first = channel - min(channel, push.before);
    const uint last = min(channel + push.after, push.channels - 1);
    REAL sum = 0.0;
    for (uint c = first; c <= last; ++c) {
        const REAL value = LOAD(T0, x, index - (channel - c) * push.pixels);
        sum += value * value;
    }
    const REAL scale = REAL(push.alpha) / REAL(push.before + push.after + 1);
    STORE(T0, y, index, LOAD(T0, x, index) * realPow(push.bias + scale * sum, -push.beta));
}
