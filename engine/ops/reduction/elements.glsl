// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an element of a row of floats adds to what its row is reduced to. Include after kinds.glsl, real.glsl and functions.glsl.

#ifndef WEIGHTLESS_REDUCTION_ELEMENTS_GLSL
#define WEIGHTLESS_REDUCTION_ELEMENTS_GLSL

#include "extremes.glsl"

// Of one of the kinds: what a row is where it has ended.
float neutralOf(uint how)
{
    return how == MINIMUM ? realInfinity : how == MAXIMUM ? -realInfinity : how == PRODUCT ? 1.0 : 0.0;
}

float bothOf(uint how, float a, float b)
{
    return how == MAXIMUM ? GREATER(a, b) : how == MINIMUM ? LESSER(a, b) : how == PRODUCT ? a * b : a + b;
}

float addedOf(uint how, float value, float shift)
{
    const bool isSquare = how == L2 || how == SUM_SQUARE || how == MEAN_SQUARE;
    return how == L1         ? abs(value)
        : isSquare             ? value * value
        : how == MOMENTS       ? (value - shift) * (value - shift)
        : how == LOG_SUM_EXP   ? exp(value - shift)
                               : value;
}

#endif
