// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What rows are normalised with, in two walks and in fp32, because squares of fp16 values overflow and E[x^2] - E[x]^2
// cancels. Include it after rows.glsl (TEAM_TYPE: REAL), PARAMETERS with `extent`, and the functions element(row, i) and
// firstElement(row, i): the same, where the first walk does more than to look.

#ifndef WEIGHTLESS_MOMENTS_GLSL
#define WEIGHTLESS_MOMENTS_GLSL

#include "normalization/normalized.glsl"

// `count` is push.extent, or 0 where the row does not exist.
Moments momentsOf(uint row, uint count, float epsilon)
{
    Moments moments;
    moments.average = 0.0;
    REAL squares = 0.0;
    if (subtractsMean != 0) {
        REAL sum = 0.0;
        TEAM_FOR(i, count) {
            sum += firstElement(row, i);
        }
        moments.average = teamSum(sum) / REAL(push.extent);
        TEAM_FOR(i, count) {
            const REAL difference = element(row, i) - moments.average;
            squares += difference * difference;
        }
    } else {
        TEAM_FOR(i, count) {
            const REAL value = firstElement(row, i);
            squares += value * value;
        }
    }
    moments.inverse = inversesqrt(teamSum(squares) / REAL(push.extent) + epsilon);
    return moments;
}

#endif
