// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// BatchNormalization for inference. `neighbours` invocations make a run of one channel: up to 16 elements each, which lie as far
// apart, so that they access memory side by side.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T1, scale)
TENSOR(2, readonly, T1, bias)
TENSOR(3, readonly, T1, mean)
TENSOR(4, readonly, T1, variance)
TENSOR(5, writeonly, T0, y)

PARAMETERS(uint runs; uint runsPerChannel; uint channels; uint extent; uint neighbours; float epsilon;)

const uint runSize = 16;

void main()
{
    const uint run = linearIndex() / push.neighbours;
    if (run >= push.runs) {
        return;
    }
    const uint plane = run / push.runsPerChannel;
    const uint channel = plane % push.channels;
    const uint first = run % push.runsPerChannel * runSize * push.neighbours;
    const REAL factor = LOAD(T1, scale, channel) * inversesqrt(LOAD(T1, variance, channel) + push.epsilon);
    const REAL offset = LOAD(T1, bias, channel) - LOAD(T1, mean, channel) * factor;
    const uint end = min(first + runSize * push.neighbours, push.extent);
    for (uint i = first + linearIndex() % push.neighbours; i < end; i += push.neighbours) {
        const uint at = plane * push.extent + i;
        STORE(T0, y, at, LOAD(T0, x, at) * factor + offset);
    }
}
