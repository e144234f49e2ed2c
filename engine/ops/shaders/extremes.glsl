// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The greater and the lesser of two numbers, where a NaN wins: GLSL leaves open what max() and min() make of one.

#ifndef WEIGHTLESS_EXTREMES_GLSL
#define WEIGHTLESS_EXTREMES_GLSL

#define GREATER(a, b) ((b) > (a) || (b) != (b) ? (b) : (a))
#define LESSER(a, b) ((b) < (a) || (b) != (b) ? (b) : (a))

#endif
