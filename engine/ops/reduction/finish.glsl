// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What kernels that reduce rows of floats find of a row, or of a part of one, and what its result is. Include after functions.glsl
// and kinds.glsl.

#ifndef WEIGHTLESS_REDUCTION_FINISH_GLSL
#define WEIGHTLESS_REDUCTION_FINISH_GLSL

struct Reduced {
    float sum; // or product, or what is greatest or least
    float shift; // what was taken from every element first: the greatest one, or the mean
};

float finished(Reduced row, uint extent)
{
    return kind == MEAN                         ? exactDivide(row.sum, float(extent))
        : kind == L2                            ? exactSqrt(row.sum)
        : kind == LOG_SUM || kind == LOG_SUM_EXP ? logarithm(row.sum) + row.shift
                                                : row.sum;
}

#endif
