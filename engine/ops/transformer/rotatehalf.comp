// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rotary position embedding as it is written out: x * cosines + rotate_half(x) * sines. The innermost dimension is a half of a row,
// the one around it says which.
#include "tensor.glsl"

#include "quads.glsl"
#include "sametype.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, cosines)
TENSOR(2, readonly, T0, sines)
TENSOR(3, writeonly, T0, y)
PARAMETERS(uint invocations; uint dims[6]; uint cosineStrides[6]; uint sineStrides[6];)
QUADS_IN(0, T0, x)
QUADS_IN(1, T0, cosines)
QUADS_IN(2, T0, sines)
QUADS_OUT(3, T0, y)

// Where a run's elements and those they are turned with begin.
struct Places {
    uint own, other, cosine, sine;
    float sign; // of the other ones
};

void rotateQuads(Places places, uint begin)
{
    VECTOR(T0_COMPUTE) results[mostQuads];
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            const VECTOR(T0_COMPUTE) others = xQuad(places.other, 1, begin, q) * places.sign;
            results[q] = xQuad(places.own, 1, begin, q) * cosinesQuad(places.cosine, 1, begin, q)
                + others * sinesQuad(places.sine, 1, begin, q);
        }
    }
    [[unroll]] for (uint q = 0; q < mostQuads; ++q) {
        if (4 * q < itemsPerInvocation) {
            ySetQuad(places.own, begin, q, results[q]);
        }
    }
}

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint halfSize = push.dims[loopRank - 1];
    Run run = runOf(invocation, halfSize);
    Places places = Places(run.outer * halfSize, run.outer * halfSize, 0, 0, 1.0);
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const uint coordinate = takeCoordinate(run.outer, d, push.dims[d]);
        if (d == int(loopRank) - 2) {
            places.other += coordinate == 0 ? halfSize : -halfSize;
            places.sign = coordinate == 0 ? -1.0 : 1.0;
        }
        places.cosine += coordinate * push.cosineStrides[d];
        places.sine += coordinate * push.sineStrides[d];
    }
    if (isQuads(run)) {
        rotateQuads(places, run.begin);
        return;
    }
    for (uint i = run.begin; i < run.end; ++i) {
        const float other = LOAD(T0, x, places.other + i) * places.sign;
        STORE(T0, y, places.own + i,
            LOAD(T0, x, places.own + i) * LOAD(T0, cosines, places.cosine + i) + other * LOAD(T0, sines, places.sine + i));
    }
}
