// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// unary.comp for software devices: an invocation makes eight neighbours.

#include "tensor.glsl"
#include "product/wide.glsl"

#include "elementwise/operations.glsl"
#include "elementwise/unarymath.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint operation = 0;
layout(constant_id = 1) const uint xAccess = 1;

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(1, writeonly, y)

PARAMETERS(uint groups; float alpha; float beta;)

#include "elementwise/groups.glsl"

READS_GROUPS(x)

void main()
{
    const uint group = linearIndex();
    if (group >= push.groups) {
        return;
    }
    // Push constants that are read where lanes may differ are read by each lane, every time; these once.
    const float alpha = push.alpha;
    const float beta = push.beta;
    float values[8];
    xEight(0, group * 8, values);
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        values[e] = unary(operation, values[e], alpha, beta);
    }
    GROUP(y, push.tensorOffset[ySlot] / 8 + group) = packGroup(values);
}
