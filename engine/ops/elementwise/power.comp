// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "functions.glsl"

// Base and exponent may have different types; the result has the base's.
layout(local_size_x = 64) in;

// x^y of magnitudes. Small whole exponents, which is what models have, make exact results where there are such.
float magnitudeOf(float x, float y, bool isWhole)
{
    if (y == 0.5) {
        return exactSqrt(x);
    }
    if (x == 0.0 || isinf(x)) {
        return (x == 0.0) == (y < 0.0) ? uintBitsToFloat(0x7f800000u) : 0.0;
    }
    if (!isWhole || abs(y) > 16.0) {
        return powerOfPositive(x, y);
    }
    float power = 1.0;
    float square = x;
    for (uint rest = uint(abs(y)); rest != 0u; rest >>= 1) {
        power = (rest & 1u) != 0u ? power * square : power;
        square *= square;
    }
    return y < 0.0 ? 1.0 / power : power;
}

// pow() of GLSL is undefined for a negative base.
float powerOf(float base, float exponent)
{
    if (exponent == 2.0) {
        return base * base;
    }
    if (exponent == 1.0) {
        return base;
    }
    if (exponent == 0.0 || base == 1.0) {
        return 1.0;
    }
    const bool isWhole = floor(exponent) == exponent;
    const bool isOdd = isWhole && abs(exponent) < 16777216.0 && (uint(abs(exponent)) & 1u) != 0u;
    if ((base < 0.0 && !isWhole && !isinf(base)) || isnan(base) || isnan(exponent)) {
        return uintBitsToFloat(0x7fc00000u);
    }
    const float magnitude = magnitudeOf(abs(base), exponent, isWhole);
    return isOdd && floatBitsToUint(base) >> 31 != 0u ? -magnitude : magnitude;
}

#if defined(T0_IS_i32) || defined(T0_IS_i64)
#if defined(T1_IS_i32) || defined(T1_IS_i64)
#define WHOLE T1_COMPUTE
#else
#define WHOLE uint
#endif

// Of all digits that there are: a float has but seven.
T0_COMPUTE wholePower(T0_COMPUTE base, WHOLE exponent)
{
    T0_COMPUTE result = T0_COMPUTE(1);
    T0_COMPUTE square = base;
    for (WHOLE rest = exponent; rest > 0; rest >>= 1) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
    }
    return result;
}

#if defined(T1_IS_i32) || defined(T1_IS_i64)
T0_COMPUTE evaluate(T0_COMPUTE base, T1_COMPUTE exponent)
{
    if (exponent < 0) {
        return base == 1 ? base : (base == -1 ? ((exponent & 1) != 0 ? base : -base) : T0_COMPUTE(0));
    }
    return wholePower(base, exponent);
}
#else
T0_COMPUTE evaluate(T0_COMPUTE base, T1_COMPUTE exponent)
{
    if (exponent >= 0.0 && floor(exponent) == exponent) {
        return wholePower(base, uint(min(exponent, 2147483648.0))); // all beyond are even, as this one is
    }
    return T0_COMPUTE(powerOf(float(base), exponent));
}
#endif
#else
T0_COMPUTE evaluate(T0_COMPUTE base, T1_COMPUTE exponent) { return powerOf(base, float(exponent)); }
#endif

#define RESULT_STORAGE T0_STORAGE
#define RESULT_COMPUTE T0_COMPUTE
#define RESULT_BYTES T0_BYTES
#define RESULT_STORE T0_STORE
#include "elementwise/broadcastloop.glsl"
