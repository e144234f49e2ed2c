// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// Base and exponent may have different types; the result has the base's.
layout(local_size_x = 64) in;

// pow() of GLSL is undefined for a negative base, and the exponents that models use deserve exact results.
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
    if (exponent == 0.5 && base >= 0.0) {
        return sqrt(base);
    }
    if (exponent == 3.0) {
        return base * base * base;
    }
    const bool isWhole = floor(exponent) == exponent;
    const bool isOdd = isWhole && abs(exponent) < 16777216.0 && mod(abs(exponent), 2.0) == 1.0;
    if (base == 0.0) {
        const float magnitude = exponent > 0.0 ? 0.0 : uintBitsToFloat(0x7f800000u);
        return isOdd && (floatBitsToUint(base) >> 31) != 0 ? -magnitude : magnitude;
    }
    if (base < 0.0 && !isWhole) {
        return uintBitsToFloat(0x7fc00000u);
    }
    const float magnitude = pow(abs(base), exponent);
    return base < 0.0 && isOdd ? -magnitude : magnitude;
}

#if defined(T0_IS_i32) || defined(T0_IS_i64)
#if defined(T1_IS_i32) || defined(T1_IS_i64)
T0_COMPUTE evaluate(T0_COMPUTE base, T1_COMPUTE exponent)
{
    if (exponent < 0) {
        return base == 1 ? base : (base == -1 ? ((exponent & 1) != 0 ? base : -base) : T0_COMPUTE(0));
    }
    T0_COMPUTE result = T0_COMPUTE(1);
    T0_COMPUTE square = base;
    for (T1_COMPUTE rest = exponent; rest > 0; rest >>= 1) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
    }
    return result;
}
#else
T0_COMPUTE evaluate(T0_COMPUTE base, T1_COMPUTE exponent)
{
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
