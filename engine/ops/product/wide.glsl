// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight elements in one access, for software devices: there an access costs the same whatever its width. Groups begin
// at multiples of 8 elements from where the descriptor begins, so an element offset has to be split into a group and a
// phase. A group may reach past the tensor's last element by up to 7: such elements are read, never used.
// Quads and pairs are parts of groups, for what is a multiple of 4 or 2 elements only.

#ifndef WEIGHTLESS_PRODUCT_WIDE_GLSL
#define WEIGHTLESS_PRODUCT_WIDE_GLSL

#ifdef T0_IS_f32
#define GROUP_STORAGE u64vec4
#define QUAD_STORAGE u64vec2
#define PAIR_STORAGE uint64_t
#define GROUP_ALIGNMENT 8
vec2 unpackPair(uint64_t pair) { return uintBitsToFloat(unpackUint2x32(pair)); }
uint64_t packPair(vec2 values) { return packUint2x32(floatBitsToUint(values)); }
#else
#define GROUP_STORAGE uvec4
#define QUAD_STORAGE uvec2
#define PAIR_STORAGE uint
#define GROUP_ALIGNMENT 4
#ifdef T0_IS_f16
vec2 unpackPair(uint pair) { return unpackHalf2x16(pair); }
uint packPair(vec2 values) { return packHalf2x16(values); }
#else
vec2 unpackPair(uint pair) { return uintBitsToFloat(uvec2(pair << 16, pair & 0xffff0000u)); }
uint packPair(vec2 values) { return uint(floatToBf16(values.x)) | uint(floatToBf16(values.y)) << 16; }
#endif
#endif
void unpackGroup(GROUP_STORAGE group, out float values[8])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        const vec2 pair = unpackPair(group[i]);
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}
GROUP_STORAGE packGroup(float values[8])
{
    GROUP_STORAGE group;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        group[i] = packPair(vec2(values[2 * i], values[2 * i + 1]));
    }
    return group;
}
vec4 unpackQuad(QUAD_STORAGE quad) { return vec4(unpackPair(quad.x), unpackPair(quad.y)); }
QUAD_STORAGE packQuad(vec4 values) { return QUAD_STORAGE(packPair(values.xy), packPair(values.zw)); }

// Beside a TENSOR of the same slot and name, GROUP(name, index) by WIDE_TENSOR, QUAD(name, index) and PAIR(name, index) by
// PARTS_OF_TENSOR. The index counts from where the descriptor begins.
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

#endif
