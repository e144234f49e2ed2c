// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which coordinate of the source a padded tensor shows. Include it after stridedloop.glsl and PARAMETERS with `sizes` and `begins`.

#ifndef WEIGHTLESS_PAD_SHOWN_GLSL
#define WEIGHTLESS_PAD_SHOWN_GLSL

layout(constant_id = 2) const uint mode = 0; // 0 constant, 1 reflect, 2 edge, 3 wrap

uint restOf(uint n, uint divisor) { return n - indexQuotient(n, divisor) * divisor; }

// -1 for the fill value.
int shownCoordinate(uint coordinate, uint d)
{
    const int size = push.sizes[d];
    const int at = int(coordinate) - push.begins[d];
    if (mode == 0) {
        return at >= 0 && at < size ? at : -1;
    }
    if (mode == 2) {
        return clamp(at, 0, size - 1);
    }
    if (mode == 3) {
        const int rest = int(restOf(uint(at < 0 ? -1 - at : at), uint(size)));
        return at < 0 ? size - 1 - rest : rest;
    }
    const int period = max(2 * (size - 1), 1);
    const int rest = int(restOf(uint(abs(at)), uint(period)));
    return min(rest, period - rest);
}

#endif
