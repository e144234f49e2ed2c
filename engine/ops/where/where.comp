// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "quads.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, BOOL, condition)
TENSOR(1, readonly, T0, left)
TENSOR(2, readonly, T0, right)
TENSOR(3, writeonly, T0, result)
PARAMETERS(uint invocations; uint dims[6]; uint conditionStrides[6]; uint leftStrides[6]; uint rightStrides[6];)

#if T0_BYTES != 8 // a lane has half of 16 bytes in a single element of those
#define BOOL_COMPUTE uint
#define BOOL_LOAD uint
#define BITS_STORAGE T0_STORAGE
#define BITS_COMPUTE uint
#define BITS_LOAD uint
#define BITS_STORE T0_STORAGE
QUADS_IN(0, BOOL, condition)
QUADS_IN(1, BITS, left)
QUADS_IN(2, BITS, right)
QUADS_OUT(3, BITS, result)

void chooseQuads(uint base, uint conditionBase, uint leftBase, uint rightBase, uint begin)
{
    const uint last = loopRank - 1;
    uvec4 chosen[mostQuads];
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            const uvec4 conditions = conditionQuad(conditionBase, push.conditionStrides[last], begin, q);
            const uvec4 lefts = leftQuad(leftBase, push.leftStrides[last], begin, q);
            const uvec4 rights = rightQuad(rightBase, push.rightStrides[last], begin, q);
            chosen[q] = mix(rights, lefts, notEqual(conditions, uvec4(0)));
        }
    }
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            resultSetQuad(base, begin, q, chosen[q]);
        }
    }
}
#endif

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint last = loopRank - 1;
    const uint inner = push.dims[last];
    Run run = runOf(invocation, inner);
    const uint base = run.outer * inner;
    uint conditionBase = 0;
    uint leftBase = 0;
    uint rightBase = 0;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const uint coordinate = takeCoordinate(run.outer, d, push.dims[d]);
        conditionBase += coordinate * push.conditionStrides[d];
        leftBase += coordinate * push.leftStrides[d];
        rightBase += coordinate * push.rightStrides[d];
    }
#if T0_BYTES != 8
    if (isQuads(run)) {
        chooseQuads(base, conditionBase, leftBase, rightBase, run.begin);
        return;
    }
#endif
    for (uint i = run.begin; i < run.end; ++i) {
        if (uint(AT(condition, conditionBase + i * push.conditionStrides[last])) != 0) {
            AT(result, base + i) = AT(left, leftBase + i * push.leftStrides[last]);
        } else {
            AT(result, base + i) = AT(right, rightBase + i * push.rightStrides[last]);
        }
    }
}
