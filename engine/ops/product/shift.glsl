// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef WEIGHTLESS_PRODUCT_SHIFT_GLSL
#define WEIGHTLESS_PRODUCT_SHIFT_GLSL

// Eight values from the 16 in two neighbouring groups, `phase` elements in.
void shiftInto(float low[8], float high[8], uint phase, out float values[8])
{
    float wide[15];
    [[unroll]] for (uint i = 0; i < 15; ++i) {
        wide[i] = i < 8 ? low[i % 8] : high[i % 8];
    }
    const bool by4 = (phase & 4u) != 0;
    const bool by2 = (phase & 2u) != 0;
    const bool by1 = (phase & 1u) != 0;
    [[unroll]] for (uint i = 0; i < 11; ++i) {
        wide[i] = by4 ? wide[i + 4] : wide[i];
    }
    [[unroll]] for (uint i = 0; i < 9; ++i) {
        wide[i] = by2 ? wide[i + 2] : wide[i];
    }
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        values[i] = by1 ? wide[i + 1] : wide[i];
    }
}

#endif
