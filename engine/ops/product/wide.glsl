// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight elements in one access, for software devices: there an access costs the same whatever its width. Groups begin
// at multiples of 8 elements from where the descriptor begins, so an element offset has to be split into a group and a
// phase. A group may reach past the tensor's last element by up to 7: such elements are read, never used.

#ifndef WEIGHTLESS_PRODUCT_WIDE_GLSL
#define WEIGHTLESS_PRODUCT_WIDE_GLSL

#ifdef T0_IS_f32
#define GROUP_STORAGE u64vec4
#define GROUP_ALIGNMENT 8
void unpackGroup(u64vec4 group, out float values[8])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        const vec2 pair = uintBitsToFloat(unpackUint2x32(group[i]));
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}
u64vec4 packGroup(float values[8])
{
    u64vec4 group;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        group[i] = packUint2x32(floatBitsToUint(vec2(values[2 * i], values[2 * i + 1])));
    }
    return group;
}
#else
#define GROUP_STORAGE uvec4
#define GROUP_ALIGNMENT 4
void unpackGroup(uvec4 group, out float values[8])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
#ifdef T0_IS_f16
        const vec2 pair = unpackHalf2x16(group[i]);
#else
        const vec2 pair = uintBitsToFloat(uvec2(group[i] << 16, group[i] & 0xffff0000u));
#endif
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}
uvec4 packGroup(float values[8])
{
    uvec4 group;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
#ifdef T0_IS_f16
        group[i] = packHalf2x16(vec2(values[2 * i], values[2 * i + 1]));
#else
        group[i] = uint(floatToBf16(values[2 * i])) | uint(floatToBf16(values[2 * i + 1])) << 16;
#endif
    }
    return group;
}
#endif

#ifdef WEIGHTLESS_ADDRESSES
#define WIDE_TENSOR(slot, access, name)                                                                               \
    layout(buffer_reference, std430, buffer_reference_align = GROUP_ALIGNMENT) access buffer name##GroupReference     \
    {                                                                                                                 \
        GROUP_STORAGE groups[];                                                                                       \
    };                                                                                                                \
    const uint name##GroupSlot = slot;
#define GROUP(name, index) name##GroupReference(addressTable.address[name##GroupSlot]).groups[index]
#else
#define WIDE_TENSOR(slot, access, name)                                                                               \
    layout(std430, set = 0, binding = slot) access buffer name##GroupBuffer { GROUP_STORAGE name##Groups[]; };
#define GROUP(name, index) name##Groups[index]
#endif

#endif
