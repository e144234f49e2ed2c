// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "quads.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, source)
TENSOR(1, writeonly, T0, target)
PARAMETERS(uint invocations; uint sourceOffset; uint targetOffset; uint dims[6]; uint sourceStrides[6];
    uint targetStrides[6];)
// Nothing is computed, so a run of 16 bytes is a quad of words whatever its elements are.
VECTOR_TENSOR(0, readonly, uvec4, source)
VECTOR_TENSOR(1, writeonly, uvec4, target)

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    Run run = runOf(invocation, push.dims[loopRank - 1]);
    uint from = push.sourceOffset;
    uint to = push.targetOffset;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const uint coordinate = takeCoordinate(run.outer, d, push.dims[d]);
        from += coordinate * push.sourceStrides[d];
        to += coordinate * push.targetStrides[d];
    }
    const bool isAligned =
        inQuads == 2 || (IS_ALIGNED(source, from, run.begin) && IS_ALIGNED(target, to, run.begin));
    if (isQuads(run) && isAligned) {
        VECTOR_AT(target, PLACE(target, to, run.begin) / itemsPerInvocation) =
            VECTOR_AT(source, PLACE(source, from, run.begin) / itemsPerInvocation);
        return;
    }
    const uint fromStep = push.sourceStrides[loopRank - 1];
    const uint toStep = push.targetStrides[loopRank - 1];
    for (uint i = run.begin; i < run.end; ++i) {
        STORE(T0, target, to + i * toStep, LOAD(T0, source, from + i * fromStep));
    }
}
