// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a kernel only reads, 16 bytes at once, in both variants: texels (texels.glsl), or memory by its address.
//
//   WORD_TEXELS(0, x)      slot, name; beside no TENSOR of it
//   WORD_TEXEL(x, index)   a uvec4; the index counts from where the memory that is bound begins

#ifndef WEIGHTLESS_WORDTEXELS_GLSL
#define WEIGHTLESS_WORDTEXELS_GLSL

#include "texels.glsl"
#include "vectors.glsl"

#ifdef WEIGHTLESS_ADDRESSES
#define WORD_TEXELS(slot, name)                                                                                       \
    const uint name##Slot = slot;                                                                                     \
    VECTOR_TENSOR(slot, readonly, uvec4, name)
#define WORD_TEXEL(name, index) VECTOR_AT(name, index)
#else
#define WORD_TEXELS(slot, name) TEXELS(slot, name)
#define WORD_TEXEL(name, index) TEXEL(name, index)
#endif

#endif
