// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What held rows are normalised with, as moments.glsl has it for others. Include it after heldrows.glsl and real.glsl.

#ifndef WEIGHTLESS_HELDMOMENTS_GLSL
#define WEIGHTLESS_HELDMOMENTS_GLSL

#include "normalization/normalized.glsl"

// Of the row's `count` elements; `extent` is never 0.
Moments heldMoments(uint count, uint extent, float epsilon)
{
    Moments moments;
    moments.average = 0.0;
    if (subtractsMean != 0) {
        float sum = 0.0;
        HELD_FOR(q) {
            sum += sumOf(heldValues(q));
        }
        moments.average = teamSum(sum) / float(extent);
    }
    goThroughAgain(extent);
    float squares = 0.0;
    HELD_FOR(q) {
        const vec4 differences = valuesOr(heldValues(q) - moments.average, quadElements(q, count), 0.0);
        squares += dot(differences, differences);
    }
    moments.inverse = inversesqrt(teamSum(squares) / float(extent) + epsilon);
    return moments;
}

#endif
