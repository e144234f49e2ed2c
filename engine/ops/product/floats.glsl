// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Groups of eight fp32 values, whatever the kernel's type T0 is: scratch memory of software devices. As wide.glsl has
// them for T0. Needs 64-bit integers.

#ifndef WEIGHTLESS_PRODUCT_FLOATS_GLSL
#define WEIGHTLESS_PRODUCT_FLOATS_GLSL

#include "texels.glsl"

void unpackFloats(u64vec4 group, out float values[8])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        const vec2 pair = uintBitsToFloat(unpackUint2x32(group[i]));
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}
u64vec4 packFloats(float values[8])
{
    u64vec4 group;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        group[i] = packUint2x32(floatBitsToUint(vec2(values[2 * i], values[2 * i + 1])));
    }
    return group;
}

#ifdef WEIGHTLESS_ADDRESSES
#define FLOATS_TENSOR(slot, access, name)                                                                             \
    layout(buffer_reference, std430, buffer_reference_align = 8) access buffer name##FloatsReference                  \
    {                                                                                                                 \
        u64vec4 groups[];                                                                                             \
    };                                                                                                                \
    const uint name##FloatsSlot = slot;
#define FLOATS(name, index) name##FloatsReference(addressTable.address[name##FloatsSlot]).groups[index]
#else
#define FLOATS_TENSOR(slot, access, name)                                                                             \
    layout(std430, set = 0, binding = slot) access buffer name##FloatsBuffer { u64vec4 name##Floats[]; };             \
    const uint name##FloatsSlot = slot;
#define FLOATS(name, index) name##Floats[index]
#endif

// FLOATS_TEXELS, for what is only read, takes the place of FLOATS_TENSOR.
#ifdef WEIGHTLESS_ADDRESSES
#define FLOATS_TEXELS(slot, name) FLOATS_TENSOR(slot, readonly, name)
#define READ_FLOATS(name, index, values) unpackFloats(FLOATS(name, index), values)
#else
#define FLOATS_TEXELS(slot, name) TEXELS(slot, name)
#define READ_FLOATS(name, index, values) unpackTexels(TEXEL(name, 2 * (index)), TEXEL(name, 2 * (index) + 1), values)
#endif

#endif
