// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "elementwise/operations.glsl"
#include "elementwise/unarymath.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 3) const uint operation = 0;

// Rows of values times a function of gates, which may lie in the same rows behind them. A run lies within a row.

#include "quads.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, gate)
TENSOR(2, writeonly, T0, y)
PARAMETERS(uint invocations; uint columns; uint pitch; uint firstGate; float alpha;) // `pitch` of values and gates
QUADS_IN(0, T0, x)
QUADS_IN(1, T0, gate)
QUADS_OUT(2, T0, y)

float gated(float value, float gate) { return value * unary(operation, gate, push.alpha, 0.0); }

void evaluateQuads(uint value, uint base, uint begin)
{
    VECTOR(T0_COMPUTE) values[mostQuads];
    VECTOR(T0_COMPUTE) gates[mostQuads];
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            values[q] = xQuad(value, 1, begin, q);
            gates[q] = gateQuad(push.firstGate + value, 1, begin, q);
        }
    }
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            VECTOR(T0_COMPUTE) results;
            [[unroll]] for (uint k = 0; k < 4; ++k) {
                results[k] = gated(values[q][k], gates[q][k]);
            }
            ySetQuad(base, begin, q, results);
        }
    }
}

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const Run run = runOf(invocation, push.columns);
    const uint base = run.outer * push.columns;
    const uint value = run.outer * push.pitch;
    if (isQuads(run)) {
        evaluateQuads(value, base, run.begin);
        return;
    }
    for (uint i = run.begin; i < run.end; ++i) {
        STORE(T0, y, base + i, gated(LOAD(T0, x, value + i), LOAD(T0, gate, push.firstGate + value + i)));
    }
}
