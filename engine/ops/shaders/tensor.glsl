// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How every kernel sees tensors. One source compiles to the descriptor variant and, with WEIGHTLESS_ADDRESSES, to the
// variant that reaches tensors through buffer device addresses (vulkan/kernelcode.h). The build passes T0_STORAGE,
// T0_COMPUTE, T0_LOAD, T0_STORE and T0_BYTES for each type suffix of the variant, T1_… for the second.
//
//   #include "tensor.glsl"
//   layout(local_size_x = 64) in;
//   TENSOR(0, readonly, T0, x)          slot, access, type token, name
//   TENSOR(1, writeonly, T0, y)
//   PARAMETERS(uint count; float slope;)
//   void main() { uint i = linearIndex(); if (i < push.count) { STORE(T0, y, i, LOAD(T0, x, i) * push.slope); } }

#ifndef WEIGHTLESS_TENSOR_GLSL
#define WEIGHTLESS_TENSOR_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#ifdef WEIGHTLESS_ADDRESSES
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#endif

// Types that do not vary with the variant.
#define F32_STORAGE float
#define F32_BYTES 4
#define I32_STORAGE int
#define I32_BYTES 4
#define U32_STORAGE uint
#define U32_BYTES 4
#define I64_STORAGE int64_t
#define I64_BYTES 8
#define BOOL_STORAGE uint8_t
#define BOOL_BYTES 1

float bf16ToFloat(uint16_t bits) { return uintBitsToFloat(uint(bits) << 16); }
uint16_t floatToBf16(float value)
{
    const uint bits = floatBitsToUint(value);
    if (isnan(value)) {
        return uint16_t((bits >> 16) | 0x40u);
    }
    return uint16_t((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
#define boolStore(value) uint8_t((value) != 0 ? 1 : 0)
#define sameBits(value) (value)

// Push constants: element offsets of the tensors first (they are where a constant's bytes begin when they do not begin
// at the device's alignment), then the kernel's own parameters.
#define PARAMETERS(members)                                                                                           \
    layout(push_constant) uniform Push                                                                                \
    {                                                                                                                 \
        uint tensorOffset[6];                                                                                         \
        members                                                                                                       \
    }                                                                                                                 \
    push;

#ifdef WEIGHTLESS_ADDRESSES
layout(std430, set = 0, binding = 0) readonly buffer AddressTable { uvec2 address[6]; }
addressTable;
// Where an element lies. Not left to the index of an array: that is signed, whatever its type, and ends at 2^31.
uvec2 elementAddress(uvec2 first, uint index, uint bytes)
{
    uvec2 place;
    umulExtended(index, bytes, place.y, place.x);
    uint carry;
    place.x = uaddCarry(first.x, place.x, carry);
    return uvec2(place.x, first.y + place.y + carry);
}
#define TENSOR(slot, access, type, name)                                                                              \
    layout(buffer_reference, std430, buffer_reference_align = type##_BYTES) access buffer name##Reference             \
    {                                                                                                                 \
        type##_STORAGE data[];                                                                                        \
    };                                                                                                                \
    const uint name##Slot = slot;                                                                                     \
    const uint name##Bytes = type##_BYTES;
#define AT(name, index)                                                                                               \
    name##Reference(elementAddress(addressTable.address[name##Slot], push.tensorOffset[name##Slot] + (index), name##Bytes)) \
        .data[0]
#else
#define TENSOR(slot, access, type, name)                                                                              \
    layout(std430, set = 0, binding = slot) access buffer name##Buffer { type##_STORAGE name##Data[]; };              \
    const uint name##Slot = slot;
#define AT(name, index) name##Data[push.tensorOffset[name##Slot] + (index)]
#endif

// Element access with conversion to and from the type arithmetic is done in (float for 16-bit floats, int for narrow
// integers, uint 0/1 for bool).
#define LOAD(type, name, index) type##_LOAD(AT(name, index))
#define STORE(type, name, index, value) AT(name, index) = type##_STORE(value)

// 1-D kernels: groups are laid out in rows of 32768 (ops::linearGroups()). Uses gl_WorkGroupID only, so that a dispatch
// may be split.
// A macro, because glslang takes gl_WorkGroupSize for 1 where it stands before the kernel's layout(local_size_x = …).
#define linearIndex()                                                                                                 \
    ((gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x)

#endif
