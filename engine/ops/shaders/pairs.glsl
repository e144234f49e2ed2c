// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Elements of 16 bits, of a kernel's type T0, two in a word: the first in its low half.

#ifndef WEIGHTLESS_PAIRS_GLSL
#define WEIGHTLESS_PAIRS_GLSL

// The bits of an element as a word, those of two elements beside each other, and those of two numbers as elements.
#ifdef T0_IS_bf16
#define ELEMENT_BITS(element) uint(element)
#define ELEMENT_PAIR(first, second) (uint(first) | uint(second) << 16)
#define PAIR_BITS(first, second) (uint(T0_STORE(first)) | uint(T0_STORE(second)) << 16)
#define PAIR_ELEMENT(bits, i) uint16_t((bits) >> 16 * (i))
vec2 pairValues(uint bits) { return uintBitsToFloat(uvec2(bits << 16, bits & 0xffff0000u)); }
#else
#define ELEMENT_BITS(element) packFloat2x16(f16vec2(element, 0.0))
#define ELEMENT_PAIR(first, second) packFloat2x16(f16vec2(first, second))
#define PAIR_BITS(first, second) packFloat2x16(f16vec2(T0_STORE(first), T0_STORE(second)))
#define PAIR_ELEMENT(bits, i) unpackFloat2x16(bits)[i]
vec2 pairValues(uint bits) { return vec2(unpackFloat2x16(bits)); }
#endif

#endif
