// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The wide way through the loop of stridedloop.glsl, for graphics cards: an invocation accesses its neighbours in quads,
// vectors of four, which together are 16 bytes. Beside a TENSOR of the same slot and name:
//
//   QUADS_IN(0, T0, x)      xQuad(base, step, begin, q): the quad q of the run from `begin` on
//   QUADS_OUT(1, T0, y)     ySetQuad(base, begin, q, values)
//
// As LOAD and STORE would access base + (begin + 4 q + k) * step, where `step` is 0 or 1, but in one access where the run
// lies at a multiple of itemsPerInvocation: tensors may begin at any element. All reads of a run stand before its first
// write, so that drivers can make two halves of 16 bytes one access.

#ifndef WEIGHTLESS_QUADS_GLSL
#define WEIGHTLESS_QUADS_GLSL

#include "stridedloop.glsl"

layout(constant_id = 2) const uint inQuads = 0; // every full run of itemsPerInvocation, a multiple of 4
#ifdef T1_BYTES
const uint widestBytes = max(uint(T0_BYTES), uint(T1_BYTES));
#else
const uint widestBytes = T0_BYTES;
#endif
const uint mostQuads = max(4 / widestBytes, 1); // of a run: 16 bytes of the widest type

bool isQuads(Run run) { return inQuads != 0 && run.end - run.begin == itemsPerInvocation; }

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

// Where the run lies in the memory that is bound.
#define PLACE(name, base, begin) (push.tensorOffset[name##Slot] + (base) + (begin))
#define IS_ALIGNED(name, base, begin) (PLACE(name, base, begin) % itemsPerInvocation == 0)
#define QUAD_AT(name, base, begin, q)                                                                                 \
    VECTOR_AT(name, PLACE(name, base, begin) / itemsPerInvocation * (itemsPerInvocation / 4) + (q))

#define QUADS_IN(slot, type, name)                                                                                    \
    VECTOR_TENSOR(slot, readonly, VECTOR(type##_STORAGE), name)                                                       \
    VECTOR(type##_COMPUTE) name##Quad(uint base, uint step, uint begin, uint q)                                       \
    {                                                                                                                 \
        VECTOR(type##_COMPUTE) values;                                                                                \
        if (step == 0) {                                                                                              \
            values = VECTOR(type##_COMPUTE)(LOAD(type, name, base));                                                  \
        } else if (IS_ALIGNED(name, base, begin)) {                                                                   \
            values = VECTOR(type##_LOAD)(QUAD_AT(name, base, begin, q));                                              \
        } else {                                                                                                      \
            [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                 \
                values[k] = LOAD(type, name, base + begin + 4 * q + k);                                               \
            }                                                                                                         \
        }                                                                                                             \
        return values;                                                                                                \
    }

#define QUADS_OUT(slot, type, name)                                                                                   \
    VECTOR_TENSOR(slot, writeonly, VECTOR(type##_STORAGE), name)                                                      \
    void name##SetQuad(uint base, uint begin, uint q, VECTOR(type##_COMPUTE) values)                                  \
    {                                                                                                                 \
        if (IS_ALIGNED(name, base, begin)) {                                                                          \
            QUAD_AT(name, base, begin, q) = VECTOR(type##_STORE)(values);                                             \
        } else {                                                                                                      \
            [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                 \
                STORE(type, name, base + begin + 4 * q + k, values[k]);                                               \
            }                                                                                                         \
        }                                                                                                             \
    }

#endif
