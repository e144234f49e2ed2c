// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Unary operations in fp32. Where the textbook formula cancels near zero, a series takes over there.

#include "curves.glsl"

float sinhStable(float x)
{
    if (abs(x) < 0.5) {
        const float s = x * x;
        return x * (1.0 + s * (1.0 / 6.0 + s * (1.0 / 120.0 + s / 5040.0)));
    }
    return 0.5 * (exp(x) - exp(-x));
}

float asinhStable(float x)
{
    const float a = abs(x);
    if (a < 0.25) {
        const float s = x * x;
        return x * (1.0 + s * (-1.0 / 6.0 + s * (3.0 / 40.0 + s * (-15.0 / 336.0 + s * 105.0 / 3456.0))));
    }
    const float positive = a > 1e9 ? log(a) + 0.69314718 : log(a + sqrt(a * a + 1.0));
    return x < 0.0 ? -positive : (isnan(x) ? x : positive);
}

float atanhStable(float x)
{
    if (abs(x) < 0.25) {
        const float s = x * x;
        return x * (1.0 + s * (1.0 / 3.0 + s * (1.0 / 5.0 + s * (1.0 / 7.0 + s / 9.0))));
    }
    return 0.5 * log((1.0 + x) / (1.0 - x));
}

float softplusStable(float x) { return max(x, 0.0) + log(1.0 + exp(-abs(x))); }

float hyperbolicOrInverse(uint operation, float x)
{
    switch (operation) {
    case unaryAsin:
        return atan(x, sqrt((1.0 - x) * (1.0 + x)));
    case unaryAcos:
        return atan(sqrt((1.0 - x) * (1.0 + x)), x);
    case unaryAtan:
        return atan(x);
    case unarySinh:
        return sinhStable(x);
    case unaryCosh:
        return 0.5 * (exp(x) + exp(-x));
    case unaryTanh:
        return tanhStable(x);
    case unaryAsinh:
        return asinhStable(x);
    case unaryAcosh:
        return x > 1e9 ? log(x) + 0.69314718 : log(x + sqrt((x - 1.0) * (x + 1.0)));
    default:
        return atanhStable(x);
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
        return x < 0.0 ? alpha * (exp(x) - 1.0) : x;
    case unarySelu:
        return beta * (x > 0.0 ? x : alpha * (exp(x) - 1.0));
    case unaryCelu:
        return x > 0.0 ? x : alpha * (exp(x / alpha) - 1.0);
    case unarySoftplus:
        return softplusStable(x);
    case unarySoftsign:
        return x / (1.0 + abs(x));
    case unaryHardSigmoid:
        return clamp(alpha * x + beta, 0.0, 1.0);
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
    default: {
        const float raised = x < alpha ? alpha : x; // clip; comparisons keep NaN
        return raised > beta ? beta : raised;
    }
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
        return exp(x);
    case unaryLog:
        return log(x);
    case unarySqrt:
        return sqrt(x);
    case unaryReciprocal:
        return 1.0 / x;
    case unarySin:
        return sin(x);
    case unaryCos:
        return cos(x);
    case unaryTan:
        return tan(x);
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
    default:
        return activation(operation, x, alpha, beta);
    }
}
