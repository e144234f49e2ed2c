// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight elements at once, for software devices: there an access to storage costs the same whatever its width. Groups begin
// at multiples of 8 elements from where the descriptor begins, so an element offset has to be split into a group and a
// phase. A group may reach past the tensor's last element by up to 7: such elements are read, never used.
// GROUPS, for what is only read, takes the place of TENSOR; the others stand beside one of the same slot and name.
// Quads and pairs are parts of groups, for what is a multiple of 4 or 2 elements only.

#ifndef WEIGHTLESS_PRODUCT_WIDE_GLSL
#define WEIGHTLESS_PRODUCT_WIDE_GLSL

#include "texels.glsl"

#ifdef T0_IS_f32
#define PAIR_STORAGE uint64_t
#define FOUR_PAIRS u64vec4
vec2 unpackPair(uint64_t pair) { return uintBitsToFloat(unpackUint2x32(pair)); }
uint64_t packPair(vec2 values) { return packUint2x32(floatBitsToUint(values)); }
#else
#define PAIR_STORAGE uint
#define FOUR_PAIRS uvec4
#ifdef T0_IS_f16
vec2 unpackPair(uint pair) { return unpackHalf2x16(pair); }
uint packPair(vec2 values) { return packHalf2x16(values); }
#else
vec2 unpackPair(uint pair) { return uintBitsToFloat(uvec2(pair << 16, pair & 0xffff0000u)); }
uint packPair(vec2 values) { return uint(floatToBf16(values.x)) | uint(floatToBf16(values.y)) << 16; }
#endif
#endif
void unpackGroup(FOUR_PAIRS pairs, out float values[8])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        const vec2 pair = unpackPair(pairs[i]);
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}
FOUR_PAIRS packPairs(float values[8])
{
    FOUR_PAIRS pairs;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        pairs[i] = packPair(vec2(values[2 * i], values[2 * i + 1]));
    }
    return pairs;
}

// llvmpipe makes an access of its own of each component, so they are 64 bits wide. Kernels that other devices take as well, some
// of which have no such integers, define GROUPS_OF_WORDS for the types of 16 bits.
#if defined(T0_IS_f32) || defined(GROUPS_OF_WORDS)
#define GROUP_STORAGE FOUR_PAIRS
GROUP_STORAGE packGroup(float values[8]) { return packPairs(values); }
#else
#define GROUP_STORAGE u64vec2
void unpackGroup(u64vec2 group, out float values[8])
{
    unpackGroup(uvec4(unpackUint2x32(group.x), unpackUint2x32(group.y)), values);
}
GROUP_STORAGE packGroup(float values[8])
{
    const uvec4 words = packPairs(values);
    return GROUP_STORAGE(packUint2x32(words.xy), packUint2x32(words.zw));
}
#endif
#ifdef T0_IS_f32
#define GROUP_ALIGNMENT 8
#define QUAD_STORAGE u64vec2
vec4 unpackQuad(u64vec2 quad) { return vec4(unpackPair(quad.x), unpackPair(quad.y)); }
QUAD_STORAGE packQuad(vec4 values) { return QUAD_STORAGE(packPair(values.xy), packPair(values.zw)); }
#elif defined(GROUPS_OF_WORDS)
#define GROUP_ALIGNMENT 4
#else
#define GROUP_ALIGNMENT 8
#define QUAD_STORAGE uint64_t
QUAD_STORAGE packQuad(vec4 values) { return packUint2x32(uvec2(packPair(values.xy), packPair(values.zw))); }
#endif

// GROUP(name, index) by WIDE_TENSOR, QUAD(name, index) and PAIR(name, index) by PARTS_OF_TENSOR. The index counts from where the
// descriptor begins.
#ifdef WEIGHTLESS_ADDRESSES
#define WIDE_MEMORY(slot, access, name, kind, storage)                                                                \
    layout(buffer_reference, std430, buffer_reference_align = GROUP_ALIGNMENT) access buffer name##kind##Reference    \
    {                                                                                                                 \
        storage elements[];                                                                                           \
    };                                                                                                                \
    const uint name##kind##Slot = slot;
#define WIDE_AT(name, kind, index) name##kind##Reference(addressTable.address[name##kind##Slot]).elements[index]
#else
#define WIDE_MEMORY(slot, access, name, kind, storage)                                                                \
    layout(std430, set = 0, binding = slot) access buffer name##kind##Buffer { storage name##kind##Elements[]; };
#define WIDE_AT(name, kind, index) name##kind##Elements[index]
#endif
#define WIDE_TENSOR(slot, access, name) WIDE_MEMORY(slot, access, name, Group, GROUP_STORAGE)
#define PARTS_OF_TENSOR(slot, access, name)                                                                           \
    WIDE_MEMORY(slot, access, name, Quad, QUAD_STORAGE)                                                               \
    WIDE_MEMORY(slot, access, name, Pair, PAIR_STORAGE)
#define GROUP(name, index) WIDE_AT(name, Group, index)
#define QUAD(name, index) WIDE_AT(name, Quad, index)
#define PAIR(name, index) WIDE_AT(name, Pair, index)

// Elements of a texel: eight neighbours may begin at any multiple.
#ifdef T0_IS_f32
const uint texelElements = 4;
const uint texelShift = 2; // the same for places that may be negative
#else
const uint texelElements = 8;
const uint texelShift = 3;
#endif
// Of GROUPS, READ_TEXEL(name, texel, values), READ_EIGHT(name, texel, values) from there on, READ_GROUP(name, index, values) and
// READ(name, element), where elements count as in AT().
#ifdef WEIGHTLESS_ADDRESSES
#define GROUPS(slot, name)                                                                                            \
    TENSOR(slot, readonly, T0, name)                                                                                  \
    WIDE_TENSOR(slot, readonly, name)                                                                                 \
    WIDE_MEMORY(slot, readonly, name, Quad, QUAD_STORAGE)
#define READ_GROUP(name, index, values) unpackGroup(GROUP(name, index), values)
#define READ(name, index) T0_LOAD(AT(name, index))
#ifdef T0_IS_f32
#define READ_EIGHT(name, texel, values)                                                                               \
    unpackGroup(GROUP_STORAGE(QUAD(name, texel), QUAD(name, (texel) + 1)), values)
#define READ_TEXEL(name, texel, values) unpackFour(QUAD(name, texel), values)
void unpackFour(QUAD_STORAGE quad, out float values[4])
{
    const vec4 four = unpackQuad(quad);
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        values[i] = four[i];
    }
}
#else
#define READ_EIGHT(name, texel, values) READ_GROUP(name, texel, values)
#define READ_TEXEL(name, texel, values) READ_GROUP(name, texel, values)
#endif
#else
#define GROUPS(slot, name) TEXELS(slot, name)
#ifdef T0_IS_f32
#define READ_EIGHT(name, texel, values) unpackTexels(TEXEL(name, texel), TEXEL(name, (texel) + 1), values)
#define READ_TEXEL(name, texel, values) unpackFour(TEXEL(name, texel), values)
void unpackFour(uvec4 texel, out float values[4])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        values[i] = uintBitsToFloat(texel[i]);
    }
}
float elementOf(uvec4 texel, uint index) { return uintBitsToFloat(wordOf(texel, index)); }
#else
#define READ_EIGHT(name, texel, values) unpackGroup(TEXEL(name, texel), values)
#define READ_TEXEL(name, texel, values) READ_EIGHT(name, texel, values)
float elementOf(uvec4 texel, uint index)
{
    const vec2 pair = unpackPair(wordOf(texel, index / 2));
    return (index & 1u) != 0 ? pair.y : pair.x;
}
#endif
#define READ_GROUP(name, index, values) READ_EIGHT(name, (index) * (8 / int(texelElements)), values)
#define READ(name, index)                                                                                             \
    elementOf(TEXEL(name, (push.tensorOffset[name##Slot] + (index)) / texelElements),                                 \
        push.tensorOffset[name##Slot] + (index))
#endif

// `count` neighbours, a constant, from element `phase` of a texel on. Texels before `lowest` and behind `highest` are taken for
// those: what would come from there is not used. Not a loop over the shifts: the driver unrolls none whose counter is divided.
#ifdef T0_IS_f32
#define SHIFT_BY_4(phase, count, wide)
#else
#define SHIFT_BY_4(phase, count, wide)                                                                                \
    [[unroll]] for (uint e = 0; e < (count) + 3; ++e) {                                                               \
        wide[e] = ((phase) & 4u) != 0 ? wide[e + 4] : wide[e];                                                        \
    }
#endif
#define READ_NEIGHBOURS(name, texel, lowest, highest, phase, count, values)                                           \
    {                                                                                                                 \
        const uint texels = ((count) + 2 * texelElements - 2) / texelElements;                                        \
        float wide[texels * texelElements];                                                                           \
        [[unroll]] for (int t = 0; t < texels; ++t) {                                                                 \
            float some[texelElements];                                                                                \
            READ_TEXEL(name, clamp((texel) + t, lowest, highest), some);                                              \
            [[unroll]] for (uint e = 0; e < texelElements; ++e) {                                                     \
                wide[t * texelElements + e] = some[e];                                                                \
            }                                                                                                         \
        }                                                                                                             \
        SHIFT_BY_4(phase, count, wide)                                                                                \
        [[unroll]] for (uint e = 0; e < (count) + 1; ++e) {                                                           \
            wide[e] = ((phase) & 2u) != 0 ? wide[e + 2] : wide[e];                                                    \
        }                                                                                                             \
        [[unroll]] for (uint e = 0; e < (count); ++e) {                                                               \
            values[e] = ((phase) & 1u) != 0 ? wide[e + 1] : wide[e];                                                  \
        }                                                                                                             \
    }

#endif
