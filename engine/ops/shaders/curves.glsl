// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Curves of activations in fp32. Where the textbook formula cancels near zero, a series takes over there.

#ifndef WEIGHTLESS_CURVES_GLSL
#define WEIGHTLESS_CURVES_GLSL

float erfApproximation(float x)
{
    const float a = abs(x);
    if (a < 0.5) {
        const float s = x * x;
        return 1.1283791671 * x * (1.0 + s * (-1.0 / 3.0 + s * (0.1 + s * (-1.0 / 42.0 + s * (1.0 / 216.0 - s / 1320.0)))));
    }
    // Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7.
    const float t = 1.0 / (1.0 + 0.3275911 * a);
    const float polynomial
        = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    const float positive = 1.0 - polynomial * exp(-a * a);
    return x < 0.0 ? -positive : (isnan(x) ? x : positive);
}

float tanhStable(float x)
{
    const float a = abs(x);
    if (a < 0.3) {
        const float s = x * x;
        return x * (1.0 + s * (-1.0 / 3.0 + s * (2.0 / 15.0 + s * (-17.0 / 315.0 + s * 62.0 / 2835.0))));
    }
    const float positive = 1.0 - 2.0 / (exp(2.0 * min(a, 20.0)) + 1.0);
    return x < 0.0 ? -positive : (isnan(x) ? x : positive);
}

float gelu(float x) { return 0.5 * x * (1.0 + erfApproximation(x * 0.70710678)); }
float geluTanh(float x) { return 0.5 * x * (1.0 + tanhStable(0.79788456 * (x + 0.044715 * x * x * x))); }

#endif
