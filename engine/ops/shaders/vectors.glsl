// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors as vectors of four elements. Beside a TENSOR of the same slot and name:
//
//   VECTOR_TENSOR(0, readonly, VECTOR(T0_STORAGE), x)
//   VECTOR(T0_COMPUTE) values = VECTOR(T0_LOAD)(VECTOR_AT(x, index));
//
// The index counts vectors from where the memory that is bound begins: whoever uses it adds the tensor's offset, which
// may be no multiple of four.

#ifndef WEIGHTLESS_VECTORS_GLSL
#define WEIGHTLESS_VECTORS_GLSL

// Vectors of four, and conversions of such, by the name of what they are to one element.
#define VECTOR(name) VECTOR_OF(name)
#define VECTOR_OF(name) VECTOR_##name
#define VECTOR_float vec4
#define VECTOR_double dvec4
#define VECTOR_float16_t f16vec4
#define VECTOR_int8_t i8vec4
#define VECTOR_int16_t i16vec4
#define VECTOR_int ivec4
#define VECTOR_int64_t i64vec4
#define VECTOR_uint8_t u8vec4
#define VECTOR_uint16_t u16vec4
#define VECTOR_uint uvec4
#define VECTOR_uint64_t u64vec4
#define VECTOR_bf16ToFloat(quad) uintBitsToFloat(uvec4(quad) << 16)
#define VECTOR_floatToBf16(values)                                                                                    \
    u16vec4(floatToBf16((values).x), floatToBf16((values).y), floatToBf16((values).z), floatToBf16((values).w))
#define VECTOR_boolStore(values) u8vec4(min(values, uvec4(1)))

// A tensor's memory as vectors of any kind.
#ifdef WEIGHTLESS_ADDRESSES
#define VECTOR_TENSOR(slot, access, vector, name)                                                                     \
    layout(buffer_reference, std430, buffer_reference_align = 16) access buffer name##QuadsReference                  \
    {                                                                                                                 \
        vector quads[];                                                                                               \
    };
#define VECTOR_AT(name, index) name##QuadsReference(addressTable.address[name##Slot]).quads[index]
#else
#define VECTOR_TENSOR(slot, access, vector, name)                                                                     \
    layout(std430, set = 0, binding = slot) access buffer name##QuadsBuffer { vector name##Quads[]; };
#define VECTOR_AT(name, index) name##Quads[index]
#endif

#endif
