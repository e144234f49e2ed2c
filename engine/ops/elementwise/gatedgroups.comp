// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gated.comp for software devices: an invocation makes eight neighbours, of which rows are a multiple.

#include "tensor.glsl"
#include "product/wide.glsl"

#include "elementwise/operations.glsl"
#include "elementwise/unarymath.glsl"
#define QUICK_QUOTIENTS
#include "stridedloop.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 2) const uint operation = 0;

GROUPS(0, x)
GROUPS(1, gate)
TENSOR(2, writeonly, T0, y)
WIDE_TENSOR(2, writeonly, y)

PARAMETERS(uint groups; uint columns; uint pitch; uint firstGate; float alpha;) // `pitch` of values and gates

const uint xAccess = 2;
const uint gateAccess = 2;
#include "elementwise/groups.glsl"

READS_GROUPS(x)
READS_GROUPS(gate)

void main()
{
    const uint group = linearIndex();
    if (group >= push.groups) {
        return;
    }
    // Push constants that are read where lanes may differ are read by each lane, every time; these once.
    const float alpha = push.alpha;
    const uint perRow = push.columns / 8;
    const uint row = indexQuotient(group, perRow);
    const uint place = row * push.pitch + (group - row * perRow) * 8;
    float values[8];
    float gates[8];
    xEight(0, place, values);
    gateEight(push.firstGate, place, gates);
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        values[e] *= unary(operation, gates[e], alpha, 0.0);
    }
    GROUP(y, push.tensorOffset[ySlot] / 8 + group) = packGroup(values);
}
