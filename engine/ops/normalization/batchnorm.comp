// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// BatchNormalization for inference. An invocation makes up to 16 elements of one channel.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T1, scale)
TENSOR(2, readonly, T1, bias)
TENSOR(3, readonly, T1, mean)
TENSOR(4, readonly, T1, variance)
TENSOR(5, writeonly, T0, y)

PARAMETERS(uint runs; uint runsPerChannel; uint channels; uint extent; float epsilon;)

const uint runSize = 16;

void main()
{
    const uint run = linearIndex();
    if (run >= push.runs) {
        return;
    }
    const uint plane = run / push.runsPerChannel;
    const uint channel = plane % push.channels;
    const uint first = run % push.runsPerChannel * runSize;
    const REAL factor = LOAD(T1, scale, channel) * inversesqrt(LOAD(T1, variance, channel) + push.epsilon);
    const REAL offset = LOAD(T1, bias, channel) - LOAD(T1, mean, channel) * factor;
    for (uint i = first; i < min(first + runSize, push.extent); ++i) {
        const uint at = plane * push.extent + i;
        STORE(T0, y, at, LOAD(T0, x, at) * factor + offset);
    }
}
