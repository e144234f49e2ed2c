// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// REAL is what a kernel computes in: double where its first tensor has doubles, float for all others. Functions that
// GLSL has for floats alone have names of their own: realExp, realLog, realPow, realTanh.
// Include after tensor.glsl. TENSOR(slot, access, REAL, name) is a tensor of that type.

#ifndef WEIGHTLESS_REAL_GLSL
#define WEIGHTLESS_REAL_GLSL

#ifdef T0_IS_f64
#define REAL double
#define REAL4 dvec4
#define REAL_STORAGE double
#define REAL_BYTES 8

#define realInfinity packDouble2x32(uvec2(0u, 0x7ff00000u))

// 2^exponent for exponents of normal numbers.
double powerOfTwo(int exponent) { return packDouble2x32(uvec2(0u, uint(exponent + 1023) << 20)); }

// x = n ln 2 + r with |r| <= ln 2 / 2; the series of e^r ends below the last bit.
double realExp(double x)
{
    if (isnan(x)) {
        return x;
    }
    if (x > 709.782712893384LF) {
        return realInfinity;
    }
    if (x < -745.2LF) {
        return 0.0LF;
    }
    const double n = roundEven(x * 1.4426950408889634LF);
    const double r = (x - n * 6.93147180369123816490e-01LF) - n * 1.90821492927058770002e-10LF;
    double sum = 1.0LF;
    [[unroll]] for (int i = 13; i > 0; --i) {
        sum = 1.0LF + sum * r / double(i);
    }
    const int exponent = int(n);
    const int part = exponent / 2; // in two steps: 2^1024 and denormal numbers have no power of their own
    return sum * powerOfTwo(part) * powerOfTwo(exponent - part);
}

// x = 2^n m with m near 1; log m = 2 artanh((m - 1) / (m + 1)).
double realLog(double x)
{
    if (isnan(x) || x < 0.0LF) {
        return packDouble2x32(uvec2(0u, 0x7ff80000u));
    }
    if (x == 0.0LF) {
        return -realInfinity;
    }
    if (isinf(x)) {
        return x;
    }
    const bool isDenormal = x < 2.2250738585072014e-308LF;
    const uvec2 bits = unpackDouble2x32(isDenormal ? x * 18014398509481984.0LF : x); // 2^54
    int n = int(bits.y >> 20) - 1023 - (isDenormal ? 54 : 0);
    double m = packDouble2x32(uvec2(bits.x, (bits.y & 0xfffffu) | 0x3ff00000u));
    if (m > 1.4142135623730951LF) {
        m *= 0.5LF;
        ++n;
    }
    const double s = (m - 1.0LF) / (m + 1.0LF);
    const double square = s * s;
    double sum = 0.0LF;
    [[unroll]] for (int i = 23; i > 0; i -= 2) {
        sum = 1.0LF / double(i) + sum * square;
    }
    return double(n) * 6.93147180369123816490e-01LF + (2.0LF * s * sum + double(n) * 1.90821492927058770002e-10LF);
}

double realPow(double x, double y) { return x == 0.0LF && y > 0.0LF ? 0.0LF : realExp(y * realLog(x)); } // x >= 0

double realTanh(double x)
{
    const double size = abs(x);
    if (size < 0.1LF) { // the series: the quotient would cancel
        const double q = x * x;
        return x
            * (1.0LF + q * (-1.0LF / 3.0LF + q * (2.0LF / 15.0LF + q * (-17.0LF / 315.0LF + q * (62.0LF / 2835.0LF
                + q * (-1382.0LF / 155925.0LF + q * (21844.0LF / 6081075.0LF - q * 929569.0LF / 638512875.0LF)))))));
    }
    const double result = 1.0LF - 2.0LF / (realExp(2.0LF * size) + 1.0LF);
    return x < 0.0LF ? -result : result;
}
#else
#define REAL float
#define REAL4 vec4
#define REAL_STORAGE float
#define REAL_BYTES 4
#define realInfinity uintBitsToFloat(0x7f800000u)
#define realExp exp
#define realLog log
#define realPow pow
#endif

// Comparisons keep NaN, which min(), max() and clamp() may lose.
REAL clippedTo(REAL x, REAL low, REAL high)
{
    const REAL raised = x < low ? low : x;
    return raised > high ? high : raised;
}

#ifndef T0_IS_f64
float realTanh(float x) { return tanh(clippedTo(x, -20.0, 20.0)); } // some devices overflow beyond
#endif

#endif
