// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// binary.comp for software devices: an invocation makes eight neighbours of one row, the length of which is a multiple.

#include "tensor.glsl"
#include "exact.glsl"
#include "product/wide.glsl"

#include "elementwise/operations.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 2) const uint operation = 0;
layout(constant_id = 3) const uint leftAccess = 1;
layout(constant_id = 4) const uint rightAccess = 1;

GROUPS(0, left)
GROUPS(1, right)
TENSOR(2, writeonly, T0, result)
WIDE_TENSOR(2, writeonly, result)

PARAMETERS(uint groups; uint dims[6]; uint leftStrides[6]; uint rightStrides[6];)

#include "stridedloop.glsl"
#include "elementwise/binarymath.glsl"
#include "elementwise/groups.glsl"

READS_GROUPS(left)
READS_GROUPS(right)

void main()
{
    const uint group = linearIndex();
    if (group >= push.groups) {
        return;
    }
    Run run = runOf(group, push.dims[loopRank - 1]);
    uint leftBase = 0;
    uint rightBase = 0;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const uint coordinate = takeCoordinate(run.outer, d, push.dims[d]);
        leftBase += coordinate * push.leftStrides[d];
        rightBase += coordinate * push.rightStrides[d];
    }
    float lefts[8];
    float rights[8];
    leftEight(leftBase, run.begin, lefts);
    rightEight(rightBase, run.begin, rights);
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        lefts[e] = evaluate(lefts[e], rights[e]);
    }
    GROUP(result, push.tensorOffset[resultSlot] / 8 + group) = packGroup(lefts);
}
