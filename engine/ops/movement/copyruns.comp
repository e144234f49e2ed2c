// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// strided_copy.comp for software devices: an invocation moves a run of the innermost dimension, which the target walks densely.

#include "tensor.glsl"

#define QUICK_QUOTIENTS
#include "stridedloop.glsl"
layout(local_size_x = 64) in;

PARAMETERS(uint invocations; uint sourceOffset; uint targetOffset; uint dims[6]; uint sourceStrides[6];
    uint targetStrides[6]; uint lastItem;)

layout(constant_id = 2) const uint sourceAccess = 0; // of RunAccess in copyruns.cpp
layout(constant_id = 3) const uint storeBytes = T0_BYTES;
const uint runItems = itemsPerInvocation;
const uint accessOne = 0;
const uint accessDense = 1;

#include "movement/runs.glsl"

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    Run run = runOf(invocation, push.dims[loopRank - 1]);
    uint from = push.tensorOffset[sourceSlot] + push.sourceOffset;
    uint to = push.tensorOffset[targetSlot] + push.targetOffset + run.begin;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const uint coordinate = takeCoordinate(run.outer, d, push.dims[d]);
        from += coordinate * push.sourceStrides[d];
        to += coordinate * push.targetStrides[d];
    }
    uint words[runWords];
    if (sourceAccess == accessDense) {
        readRun(from + run.begin, words);
    } else {
        const uint step = sourceAccess == accessOne ? 0 : push.sourceStrides[loopRank - 1];
        clearRun(words);
        [[unroll]] for (uint i = 0; i < runItems; ++i) {
            addItem(from + (run.begin + i) * step, i, words);
        }
    }
    writeRun(to, run.end - run.begin, words);
}
