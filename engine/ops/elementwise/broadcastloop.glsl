// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// main() of the kernels with two broadcast operands: the including shader defines T1 and RESULT (the type tokens of
// the right operand and of the result) and evaluate(left, right).

#include "stridedloop.glsl"

TENSOR(0, readonly, T0, left)
TENSOR(1, readonly, T1, right)
TENSOR(2, writeonly, RESULT, result)
PARAMETERS(uint invocations; uint dims[6]; uint leftStrides[6]; uint rightStrides[6];)

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint inner = push.dims[loopRank - 1];
    Run run = runOf(invocation, inner);
    const uint base = run.outer * inner;
    uint leftBase = 0;
    uint rightBase = 0;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const uint coordinate = takeCoordinate(run.outer, d, push.dims[d]);
        leftBase += coordinate * push.leftStrides[d];
        rightBase += coordinate * push.rightStrides[d];
    }
    const uint leftStep = push.leftStrides[loopRank - 1];
    const uint rightStep = push.rightStrides[loopRank - 1];
    for (uint i = run.begin; i < run.end; ++i) {
        STORE(RESULT, result, base + i,
            evaluate(LOAD(T0, left, leftBase + i * leftStep), LOAD(T1, right, rightBase + i * rightStep)));
    }
}
