// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Unary operations in fp32. Where the textbook formula cancels near zero, a series takes over there.

#include "curves.glsl"
#include "functions.glsl"
#include "real.glsl"

// e^a / 2, which is a number for some a whose e^a is none.
float halfExponential(float a)
{
    const bool isHuge = a > 88.0;
    precise const float part = exp(isHuge ? 0.5 * a : a);
    precise const float halved = 0.5 * part;
    precise const float whole = halved * (isHuge ? part : 1.0);
    return whole;
}

float sinhStable(float x)
{
    if (abs(x) < 0.5) {
        const float s = x * x;
        return x * (1.0 + s * (1.0 / 6.0 + s * (1.0 / 120.0 + s / 5040.0)));
    }
    const float most = halfExponential(abs(x));
    const float size = most - 0.25 / most;
    return x < 0.0 ? -size : size;
}

// Asinh, Acosh and Atanh: one logarithm, as the compiler repeats its code wherever it is called.
float inverseHyperbolic(uint operation, float x)
{
    const float a = abs(x);
    float more = 2.0 * a / (1.0 - a);
    if (operation == unaryAsinh) {
        more = a + a * a / (1.0 + sqrt(a * a + 1.0));
    } else if (operation == unaryAcosh) {
        more = (x - 1.0) + sqrt(x - 1.0) * sqrt(x + 1.0); // NaN below 1
    }
    // Whose square may be beyond the largest number.
    const bool isHuge = (operation == unaryAsinh ? a : operation == unaryAcosh ? x : 0.0) > 1e9;
    const float value = logarithmOfOneMore(isHuge ? a : more) + (isHuge ? 0.69314718 : 0.0);
    const float scaled = operation == unaryAtanh ? 0.5 * value : value;
    return floatBitsToUint(x) >> 31 != 0u ? -scaled : scaled;
}

float softplusStable(float x) { return max(x, 0.0) + logarithmOfOneMore(exp(-abs(x))); }

float trigonometric(uint operation, float x)
{
    const vec2 point = pointAt(x, operation == unaryCos ? 1u : 0u);
    return operation == unaryTan ? point.y / point.x : point.y;
}

float inverseOf(uint operation, float x)
{
    const float other = sqrt((1.0 - x) * (1.0 + x)); // NaN beyond 1
    const float ratio = operation == unaryAtan ? x : operation == unaryAsin ? x / other : other / x;
    const float angle = arctangent(ratio);
    return operation == unaryAcos && floatBitsToUint(x) >> 31 != 0u ? angle + 3.14159265 : angle; // -0 has -pi/2
}

float hyperbolicOrInverse(uint operation, float x)
{
    switch (operation) {
    case unaryAsin:
    case unaryAcos:
    case unaryAtan:
        return inverseOf(operation, x);
    case unarySinh:
        return sinhStable(x);
    case unaryCosh: {
        const float most = halfExponential(abs(x));
        return most + 0.25 / most;
    }
    case unaryTanh:
        return tanhStable(x);
    default:
        return inverseHyperbolic(operation, x);
    }
}

float activation(uint operation, float x, float alpha, float beta)
{
    switch (operation) {
    case unarySigmoid:
        return 1.0 / (1.0 + exp(-x));
    case unaryRelu:
        return x < 0.0 ? 0.0 : x;
    case unaryLeakyRelu:
        return x < 0.0 ? alpha * x : x;
    case unaryElu:
    case unarySelu:
    case unaryCelu: {
        const float bent = x > 0.0 ? x : alpha * exponentialLessOne(operation == unaryCelu ? x / alpha : x);
        return operation == unarySelu ? beta * bent : bent;
    }
    case unarySoftplus:
        return softplusStable(x);
    case unarySoftsign:
        return x / (1.0 + abs(x));
    case unaryHardSigmoid:
        return clippedTo(alpha * x + beta, 0.0, 1.0);
    case unaryHardSwish:
        return x * clamp(x / 6.0 + 0.5, 0.0, 1.0);
    case unarySwish:
        return x / (1.0 + exp(-alpha * x));
    case unaryMish:
        return x * tanhStable(softplusStable(x));
    case unaryGelu:
        return gelu(x);
    case unaryGeluTanh:
        return geluTanh(x);
    case unaryThresholdedRelu:
        return x > alpha ? x : 0.0;
    default: // clip
        return clippedTo(x, alpha, beta);
    }
}

float unary(uint operation, float x, float alpha, float beta)
{
    if (operation >= unaryAsin && operation <= unaryAtanh) {
        return hyperbolicOrInverse(operation, x);
    }
    switch (operation) {
    case unaryAbs:
        return abs(x);
    case unaryNeg:
        return -x;
    case unaryExp:
        return exponential(x);
    case unaryLog:
        return logarithm(x);
    case unarySqrt:
        return exactSqrt(x);
    case unaryReciprocal:
        return exactDivide(1.0, x);
    case unarySin:
    case unaryCos:
    case unaryTan:
        return trigonometric(operation, x);
    case unaryErf:
        return erfApproximation(x);
    case unaryFloor:
        return floor(x);
    case unaryCeil:
        return ceil(x);
    case unaryRound:
        return roundEven(x);
    case unarySign:
        return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x);
    case unaryScale:
        return x * alpha;
    case unaryAffine:
        return x * alpha + beta;
    default:
        return activation(operation, x, alpha, beta);
    }
}
