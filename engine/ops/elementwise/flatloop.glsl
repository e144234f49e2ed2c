// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// main() of the kernels with one operand as large as the result: the including shader defines T1 (the type token of the
// result), PARAMETERS that begin with `uint count`, and evaluate(value). READ_ONCE, where it is defined, is what an invocation does
// before it evaluates anything.

#include "quads.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T1, y)
QUADS_IN(0, T0, x)
QUADS_OUT(1, T1, y)

void evaluateQuads(uint begin)
{
    VECTOR(T0_COMPUTE) values[mostQuads];
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            values[q] = xQuad(0, 1, begin, q);
        }
    }
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            VECTOR(T1_COMPUTE) results;
            [[unroll]] for (uint k = 0; k < 4; ++k) {
                results[k] = evaluate(values[q][k]);
            }
            ySetQuad(0, begin, q, results);
        }
    }
}

void main()
{
    const uint begin = linearIndex() * itemsPerInvocation;
#ifdef READ_ONCE
    READ_ONCE
#endif
    const Run run = Run(0, begin, min(begin + itemsPerInvocation, push.count));
    if (isQuads(run)) {
        evaluateQuads(begin);
        return;
    }
    for (uint i = run.begin; i < run.end; ++i) {
        STORE(T1, y, i, evaluate(LOAD(T0, x, i)));
    }
}
