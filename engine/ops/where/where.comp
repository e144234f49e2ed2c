// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "stridedloop.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, BOOL, condition)
TENSOR(1, readonly, T0, left)
TENSOR(2, readonly, T0, right)
TENSOR(3, writeonly, T0, result)
PARAMETERS(uint invocations; uint dims[6]; uint conditionStrides[6]; uint leftStrides[6]; uint rightStrides[6];)

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
    for (uint i = run.begin; i < run.end; ++i) {
        if (uint(AT(condition, conditionBase + i * push.conditionStrides[last])) != 0) {
            AT(result, base + i) = AT(left, leftBase + i * push.leftStrides[last]);
        } else {
            AT(result, base + i) = AT(right, rightBase + i * push.rightStrides[last]);
        }
    }
}
