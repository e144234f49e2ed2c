// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// main() of the kernels with two broadcast operands: the including shader defines T1 and RESULT (the type tokens of
// the right operand and of the result) and evaluate(left, right).

#include "quads.glsl"

TENSOR(0, readonly, T0, left)
TENSOR(1, readonly, T1, right)
TENSOR(2, writeonly, RESULT, result)
PARAMETERS(uint invocations; uint dims[6]; uint leftStrides[6]; uint rightStrides[6];)
QUADS_IN(0, T0, left)
QUADS_IN(1, T1, right)
QUADS_OUT(2, RESULT, result)

void evaluateQuads(uint base, uint leftBase, uint leftStep, uint rightBase, uint rightStep, uint begin)
{
    VECTOR(T0_COMPUTE) lefts[mostQuads];
    VECTOR(T1_COMPUTE) rights[mostQuads];
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            lefts[q] = leftQuad(leftBase, leftStep, begin, q);
            rights[q] = rightQuad(rightBase, rightStep, begin, q);
        }
    }
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            VECTOR(RESULT_COMPUTE) results;
            [[unroll]] for (uint k = 0; k < 4; ++k) {
                results[k] = RESULT_COMPUTE(evaluate(lefts[q][k], rights[q][k]));
            }
            resultSetQuad(base, begin, q, results);
        }
    }
}

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
    if (isQuads(run)) {
        evaluateQuads(base, leftBase, leftStep, rightBase, rightStep, run.begin);
        return;
    }
    for (uint i = run.begin; i < run.end; ++i) {
        STORE(RESULT, result, base + i,
            evaluate(LOAD(T0, left, leftBase + i * leftStep), LOAD(T1, right, rightBase + i * rightStep)));
    }
}
