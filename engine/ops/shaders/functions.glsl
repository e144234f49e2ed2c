// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Functions of floats to about the last bit for every argument. GLSL's may be wrong by 2^-11 (sine, and beyond half a turn
// by anything), by 2^-21 (logarithm near 1), by |x| bits (exponential) or by 2^-12 of the result (arctangent).

// Behind real.glsl it has those of doubles that kernels of REAL need.

#ifndef WEIGHTLESS_FUNCTIONS_GLSL
#define WEIGHTLESS_FUNCTIONS_GLSL

#include "exact.glsl"

// An angle without its whole quarters of a turn: between -pi/4 and pi/4.
struct Angle {
    float rest;
    uint quarters;
};

// 256 bits of 2/pi behind 32 of its whole part, from bit `first` on.
uvec4 twoOverPi(uint first)
{
    const bool is4 = first >= 128u;
    const bool is2 = !is4 && first >= 64u;
    uint a = is4 ? 0xf534ddc0u : is2 ? 0x4e441529u : 0u;
    uint b = is4 ? 0xdb629599u : is2 ? 0xfc2757d1u : 0xa2f9836eu;
    uint c = is4 ? 0x3c439041u : is2 ? 0xf534ddc0u : 0x4e441529u;
    uint d = is4 ? 0xfe5163abu : is2 ? 0xdb629599u : 0xfc2757d1u;
    const uint e = is4 ? 0xdebbc561u : is2 ? 0x3c439041u : 0xf534ddc0u;
    if ((first & 32u) != 0u) {
        a = b;
        b = c;
        c = d;
        d = e;
    }
    return uvec4(a, b, c, d);
}

// In integers, which devices do not round: the bits of |x| times those of 2/pi that are neither whole turns nor too small.
Angle angleOf(float x)
{
    const uint bits = floatBitsToUint(x) & 0x7fffffffu;
    if (bits < 0x3f000000u) {
        return Angle(x, 0u);
    }
    const uint mantissa = (bits & 0x7fffffu) | 0x800000u;
    const uint first = (bits >> 23) - 120u;
    const uvec4 words = twoOverPi(first);
    const uint shift = first & 31u;
    const uint back = (32u - shift) & 31u;
    const uint mask = shift == 0u ? 0u : 0xffffffffu;
    const uint high = words.x << shift | (words.y >> back & mask);
    const uint middle = words.y << shift | (words.z >> back & mask);
    const uint low = words.z << shift | (words.w >> back & mask);
    uint middleCarry, middleLow, lowCarry, lowLow, carry;
    umulExtended(mantissa, middle, middleCarry, middleLow);
    umulExtended(mantissa, low, lowCarry, lowLow);
    const uint fraction = uaddCarry(middleLow, lowCarry, carry);
    const uint turns = mantissa * high + middleCarry + carry; // two bits of quarters, then 30 of their fraction
    const uint quarters = (turns + 0x20000000u) >> 30;
    const float size = float(int(turns - (quarters << 30))) + float(fraction) * 2.32830644e-10;
    const float rest = size * 1.46291808e-9; // pi/2 / 2^30
    if (bits >= 0x7f800000u) {
        return Angle(uintBitsToFloat(0x7fc00000u), 0u);
    }
    return x < 0.0 ? Angle(-rest, (0u - quarters) & 3u) : Angle(rest, quarters & 3u);
}

float sineOf(float x)
{
    const float s = x * x;
    return x + x * s * (-1.6666654611e-1 + s * (8.3321608736e-3 - s * 1.9515295891e-4));
}
float cosineOf(float x)
{
    const float s = x * x;
    return 1.0 - 0.5 * s + s * s * (4.166664568298827e-2 + s * (-1.388731625493765e-3 + s * 2.443315711809948e-5));
}

// Coordinates on the circle, `ahead` quarters of a turn further.
vec2 pointAt(float x, uint ahead)
{
    const Angle angle = angleOf(x);
    const float s = sineOf(angle.rest);
    const float c = cosineOf(angle.rest);
    const uint quarters = angle.quarters + ahead;
    const vec2 point = (quarters & 1u) != 0u ? vec2(-s, c) : vec2(c, s);
    return (quarters & 2u) != 0u ? -point : point;
}

float arctangent(float x)
{
    const float a = abs(x);
    float base = 0.0;
    float rest = a;
    if (a > 2.414213562373095) {
        base = 1.5707963267948966;
        rest = -1.0 / a;
    } else if (a > 0.4142135623730950) {
        base = 0.7853981633974483;
        rest = (a - 1.0) / (a + 1.0);
    }
    const float s = rest * rest;
    const float angle = base
        + (rest + rest * s * (-3.33329491539e-1 + s * (1.99777106478e-1 + s * (-1.38776856032e-1 + s * 8.05374449538e-2))));
    return x < 0.0 ? -angle : (isnan(x) ? x : angle);
}

// log(1 + f) + k log(2) for f between sqrt(1/2) - 1 and sqrt(2) - 1.
float logarithmNear(float f, float k)
{
    const float s = f / (2.0 + f);
    const float z = s * s;
    const float series = z * (0.66666662693 + z * (0.40000972152 + z * (0.28498786688 + z * 0.24279078841)));
    const float halfSquare = 0.5 * f * f;
    return k * 6.9313812256e-1 + (f - (halfSquare - (s * (halfSquare + series) + k * 9.0580006145e-6)));
}

// The exponent that leaves a mantissa between sqrt(1/2) and sqrt(2), of a number above 0.
int exponentOf(float x, out float mantissa)
{
    uint bits = floatBitsToUint(x);
    int exponent = 0;
    if (bits < 0x800000u) { // denormal: its bits are a whole number
        bits = floatBitsToUint(float(bits));
        exponent = -149;
    }
    bits += 0x3f800000u - 0x3f3504f3u;
    mantissa = uintBitsToFloat((bits & 0x7fffffu) + 0x3f3504f3u);
    return exponent + int(bits >> 23) - 127;
}

// log(1 + x), or log(x) where that is no sum.
float logarithmOf(float x, bool isSum)
{
    const float whole = isSum ? 1.0 + x : x;
    float mantissa;
    const int exponent = exponentOf(whole, mantissa);
    const bool isNear = isSum && x > -0.29 && x < 0.41;
    const float value = logarithmNear(isNear ? x : mantissa - 1.0, isNear ? 0.0 : float(exponent));
    const uint bits = floatBitsToUint(whole);
    if (bits - 1u < 0x7f7fffffu) { // a finite number above 0
        return value;
    }
    return (bits & 0x7fffffffu) == 0u ? uintBitsToFloat(0xff800000u)
        : bits == 0x7f800000u         ? whole
                                      : uintBitsToFloat(0x7fc00000u);
}
float logarithm(float x) { return logarithmOf(x, false); }
float logarithmOfOneMore(float x) { return logarithmOf(x, true); }

// e^x - 1 for |x| up to log(2) / 2.
float exponentialLessOneNear(float x)
{
    return x
        + x * x * (5.0000001201e-1 + x * (1.6666665459e-1 + x * (4.1665795894e-2 + x * (8.3334519073e-3
            + x * (1.3981999507e-3 + x * 1.9875691500e-4)))));
}

// x 2^exponent in two steps, each of which has a power of its own.
float scaledBy(float x, int exponent)
{
    const int part = exponent >> 1;
    return x * uintBitsToFloat(uint(part + 127) << 23) * uintBitsToFloat(uint(exponent - part + 127) << 23);
}

float exponential(float x)
{
    const float inRange = clamp(x, -104.0, 89.0);
    const float n = roundEven(inRange * 1.44269504);
    precise const float rest = (inRange - n * 0.693359375) + n * 2.12194440e-4;
    const float value = scaledBy(1.0 + exponentialLessOneNear(rest), int(n));
    return isnan(x) ? x : value;
}

float exponentialLessOne(float x) { return abs(x) < 0.34 ? exponentialLessOneNear(x) : exp(x) - 1.0; }

// x^y for finite x above 0. What the exponent of x makes of y log2(x) is exact.
float powerOfPositive(float x, float y)
{
    float mantissa;
    const float exponent = float(exponentOf(x, mantissa));
    const float times = clamp(y, -1e10, 1e10); // beyond, all but 1 are out of range
    const float part = times * logarithmNear(mantissa - 1.0, 0.0) * 1.44269504;
    precise const float whole = times * exponent;
    const float n = roundEven(whole + part);
    precise const float rest = (whole - n) + (productError(times, exponent, whole) + part);
    const float value = scaledBy(1.0 + exponentialLessOneNear(clamp(rest, -0.6, 0.6) * 0.693147181),
        int(clamp(n, -250.0, 250.0)));
    return isnan(y) ? y : value;
}

#if defined(T0_IS_f64) && defined(WEIGHTLESS_REAL_GLSL)
double logarithm(double x) { return realLog(x); }
#endif

#endif
