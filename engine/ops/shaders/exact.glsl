// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Quotients, remainders and roots to the last bit. A device may miss them by a few (README.md, "Arithmetic"): what is
// floored, cast or compared afterwards needs those of this file. fma() is none that a device has to fuse.

#ifndef WEIGHTLESS_EXACT_GLSL
#define WEIGHTLESS_EXACT_GLSL

// Half of the bits: products of two such are exact, whether fused with an addition or not.
float highHalf(float x) { return uintBitsToFloat(floatBitsToUint(x) & 0xfffff000u); }
int exponentBits(float x) { return int(floatBitsToUint(x) >> 23 & 0xffu); }
float timesPowerOfTwo(float x, int exponent) { return uintBitsToFloat(floatBitsToUint(x) + (uint(exponent) << 23)); }
#ifdef T0_IS_f64
double highHalf(double x) { return packDouble2x32(unpackDouble2x32(x) & uvec2(0xf8000000u, 0xffffffffu)); }
int exponentBits(double x) { return int(unpackDouble2x32(x).y >> 20 & 0x7ffu); }
double timesPowerOfTwo(double x, int exponent) { return packDouble2x32(unpackDouble2x32(x) + uvec2(0u, uint(exponent) << 20)); }
#endif

// productError: a * b - product, for the product of the two.
// restOf: what the largest multiple of the divisor leaves, for quotients below 2^20. The nearest multiple leaves no more bits
// than a number has, and the device's quotient is not half off.
// exactRemainder: with the sign of the dividend.
#define EXACT_FUNCTIONS(REAL_TYPE)                                                                                    \
    REAL_TYPE productError(REAL_TYPE a, REAL_TYPE b, REAL_TYPE product)                                               \
    {                                                                                                                 \
        const REAL_TYPE highA = highHalf(a);                                                                          \
        const REAL_TYPE highB = highHalf(b);                                                                          \
        precise const REAL_TYPE lowA = a - highA;                                                                     \
        precise const REAL_TYPE lowB = b - highB;                                                                     \
        precise const REAL_TYPE error = (((highA * highB - product) + highA * lowB) + lowA * highB) + lowA * lowB;    \
        return error;                                                                                                 \
    }                                                                                                                 \
    REAL_TYPE restOf(REAL_TYPE left, REAL_TYPE divisor)                                                               \
    {                                                                                                                 \
        REAL_TYPE times = roundEven(left / divisor);                                                                  \
        times -= isinf(times * divisor) ? 1 : 0; /* rounded up beyond the largest number */                           \
        precise const REAL_TYPE product = times * divisor;                                                            \
        precise const REAL_TYPE rest = (left - product) - productError(times, divisor, product);                      \
        return rest < 0 ? rest + divisor : rest;                                                                      \
    }                                                                                                                 \
    REAL_TYPE exactRemainder(REAL_TYPE left, REAL_TYPE right)                                                         \
    {                                                                                                                 \
        const REAL_TYPE divisor = abs(right);                                                                         \
        REAL_TYPE rest = abs(left);                                                                                   \
        if (isinf(rest) || isnan(rest) || isnan(divisor) || divisor == 0) {                                           \
            return REAL_TYPE(uintBitsToFloat(0x7fc00000u));                                                           \
        }                                                                                                             \
        if (isinf(divisor)) {                                                                                         \
            return left;                                                                                              \
        }                                                                                                             \
        for (int shift = exponentBits(rest) - exponentBits(divisor) - 18; shift > 0; shift -= 18) {                   \
            rest = restOf(rest, timesPowerOfTwo(divisor, shift));                                                     \
        }                                                                                                             \
        rest = restOf(rest, divisor);                                                                                 \
        return left < 0 ? -rest : rest;                                                                               \
    }
EXACT_FUNCTIONS(float)
#ifdef T0_IS_f64
EXACT_FUNCTIONS(double)
#endif

// Whether parts of these are no denormal numbers, which devices make zeros of.
bool hasNormalParts(float least, float greatest)
{
    return least > 1e-24 && greatest < 1e37; // not for NaN
}

float exactDivide(float a, float b)
{
    const float quotient = a / b;
    const float size = abs(quotient);
    precise const float product = quotient * b;
    precise const float rest = (a - product) - productError(quotient, b, product);
    precise const float refined = quotient + rest / b;
    return hasNormalParts(min(min(abs(a), abs(b)), size), max(max(abs(a), abs(b)), size)) ? refined : quotient;
}

float exactSqrt(float x)
{
    const float root = sqrt(x);
    precise const float square = root * root;
    precise const float rest = (x - square) - productError(root, root, square);
    precise const float refined = root + 0.5 * rest / root;
    return hasNormalParts(x, x) ? refined : root;
}

#ifdef T0_IS_f64 // whose own are good enough
double exactDivide(double a, double b) { return a / b; }
double exactSqrt(double x) { return sqrt(x); }
#endif

#endif
