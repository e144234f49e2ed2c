// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What every kernel that normalises rows knows of a row. Include it after real.glsl.

#ifndef WEIGHTLESS_NORMALIZED_GLSL
#define WEIGHTLESS_NORMALIZED_GLSL

layout(constant_id = 3) const uint hasBias = 0;
layout(constant_id = 4) const uint subtractsMean = 1; // 0: root mean square normalisation

struct Moments {
    REAL average;
    REAL inverse; // of the standard deviation
};

#endif
