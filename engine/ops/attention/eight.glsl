// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// EIGHT_AT(name, index) of a tensor with EIGHTS_STORAGE (product/eights.glsl), as numbers.

#ifndef WEIGHTLESS_ATTENTION_EIGHT_GLSL
#define WEIGHTLESS_ATTENTION_EIGHT_GLSL

// Eight neighbours, read 16 bytes at a time.
struct Eight {
    vec4 low;
    vec4 high;
};

#ifdef T0_IS_f32
#define EIGHT_AT(name, index) Eight(uintBitsToFloat(EIGHTS(name, 2 * (index))), uintBitsToFloat(EIGHTS(name, 2 * (index) + 1)))
#else
#define EIGHT_AT(name, index) unpackEight(EIGHTS(name, index))
Eight unpackEight(uvec4 words)
{
#ifdef T0_IS_f16
    return Eight(vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y)), vec4(unpackHalf2x16(words.z), unpackHalf2x16(words.w)));
#else
    const vec4 even = uintBitsToFloat(words << 16);
    const vec4 odd = uintBitsToFloat(words & 0xffff0000u);
    return Eight(vec4(even.x, odd.x, even.y, odd.y), vec4(even.z, odd.z, even.w, odd.w));
#endif
}
#endif

#endif
