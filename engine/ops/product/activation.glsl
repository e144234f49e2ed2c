// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The activations a product can end with; the numbers are those of ops::product::Activation.

#ifndef WEIGHTLESS_PRODUCT_ACTIVATION_GLSL
#define WEIGHTLESS_PRODUCT_ACTIVATION_GLSL

#include "curves.glsl"
#include "real.glsl"

const uint slopedActivation = 10u; // a leaky relu with a slope for each row

REAL activated(REAL x, uint kind, REAL low, REAL high)
{
    switch (kind) {
    case 1u: // relu
        return x < 0.0 ? 0.0 : x;
    case 2u: // clip
        return clippedTo(x, low, high);
    case 3u: // sigmoid
        return 1.0 / (1.0 + realExp(-x));
    case 4u: // x * sigmoid(x)
        return x / (1.0 + realExp(-x));
    case 5u: // leaky relu, slope in low
    case slopedActivation:
        return x < 0.0 ? x * low : x;
    case 6u: // gelu, of doubles in fp32 as well
        return REAL(gelu(float(x)));
    case 7u: // its approximation
        return REAL(geluTanh(float(x)));
    case 8u: // hard swish
        return x * clamp(x / 6.0 + 0.5, 0.0, 1.0);
    case 9u: // tanh
        return REAL(tanhStable(float(x)));
    default:
        return x;
    }
}

#endif
