// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// batchnorm.comp for software devices: an invocation makes up to 64 elements of one channel, eight at once, of which planes are a
// multiple.

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

GROUPS(0, x)
TENSOR(1, readonly, T1, scale)
TENSOR(2, readonly, T1, bias)
TENSOR(3, readonly, T1, mean)
TENSOR(4, readonly, T1, variance)
TENSOR(5, writeonly, T0, y)
WIDE_TENSOR(5, writeonly, y)

PARAMETERS(uint runs; uint runsPerChannel; uint channels; uint extent; uint neighbours; float epsilon;)

const uint runGroups = 8;
const uint xAccess = 2;
#include "elementwise/groups.glsl"

READS_GROUPS(x)

void main()
{
    const uint run = linearIndex();
    if (run >= push.runs) {
        return;
    }
    const uint plane = run / push.runsPerChannel;
    const uint channel = plane % push.channels;
    const uint groups = push.extent / 8;
    const uint first = run % push.runsPerChannel * runGroups;
    const float factor = LOAD(T1, scale, channel) * inversesqrt(LOAD(T1, variance, channel) + push.epsilon);
    const float offset = LOAD(T1, bias, channel) - LOAD(T1, mean, channel) * factor;
    for (uint g = first; g < min(first + runGroups, groups); ++g) {
        const uint at = plane * groups + g;
        float values[8];
        xEight(0, at * 8, values);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            values[e] = values[e] * factor + offset;
        }
        GROUP(y, push.tensorOffset[ySlot] / 8 + at) = packGroup(values);
    }
}
