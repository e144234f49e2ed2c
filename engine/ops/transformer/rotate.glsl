// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rotary position embedding. Include it after the tensors x, cosines and sines, and push.rotated: of a head's elements as many are
// rotated, those behind them stay as they are.

#ifndef WEIGHTLESS_TRANSFORMER_ROTATE_GLSL
#define WEIGHTLESS_TRANSFORMER_ROTATE_GLSL

layout(constant_id = 1) const uint isInterleaved = 0;

// An element of the head that begins at `from`, of a step at that position.
float rotatedElement(uint from, uint element, uint position)
{
    const float value = LOAD(T0, x, from + element);
    if (element >= push.rotated) {
        return value;
    }
    const uint halfSize = push.rotated / 2;
    const bool isFirst = isInterleaved != 0 ? element % 2 == 0 : element < halfSize;
    const uint pair = isInterleaved != 0 ? element / 2 : element % halfSize;
    const uint distance = isInterleaved != 0 ? 1 : halfSize;
    const float other = LOAD(T0, x, from + (isFirst ? element + distance : element - distance));
    const uint place = position * halfSize + pair;
    return value * LOAD(T0, cosines, place) + (isFirst ? -other : other) * LOAD(T0, sines, place);
}

#endif
