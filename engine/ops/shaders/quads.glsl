// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The wide way through the loop of stridedloop.glsl: an invocation accesses its neighbours in quads,
// vectors of four, which together are 16 bytes. Beside a TENSOR of the same slot and name:
//
//   QUADS_IN(0, T0, x)      xQuad(base, step, begin, q): the quad q of the run from `begin` on
//   QUADS_OUT(1, T0, y)     ySetQuad(base, begin, q, values)
//
// As LOAD and STORE would access base + (begin + 4 q + k) * step, where `step` is 0 or 1, but in one access where the run
// lies at a multiple of itemsPerInvocation: tensors may begin at any element. Software devices execute what a branch leaves
// out, for no lane, so they have it where nobody has to ask. All reads of a run stand before its first
// write, so that drivers can make two halves of 16 bytes one access.

#ifndef WEIGHTLESS_QUADS_GLSL
#define WEIGHTLESS_QUADS_GLSL

#include "stridedloop.glsl"
#include "vectors.glsl"

// Of ops::QuadAccess. 1: every full run of itemsPerInvocation, a multiple of 4; 2: and all of them lie at such multiples.
layout(constant_id = 2) const uint inQuads = 0;
#ifdef T1_BYTES
const uint widestBytes = max(uint(T0_BYTES), uint(T1_BYTES));
#else
const uint widestBytes = T0_BYTES;
#endif
const uint mostQuads = max(4 / widestBytes, 1); // of a run: 16 bytes of the widest type

bool isQuads(Run run) { return inQuads != 0 && run.end - run.begin == itemsPerInvocation; }

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
        } else if (inQuads == 2 || IS_ALIGNED(name, base, begin)) {                                                                   \
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
        if (inQuads == 2 || IS_ALIGNED(name, base, begin)) {                                                          \
            QUAD_AT(name, base, begin, q) = VECTOR(type##_STORE)(values);                                             \
        } else {                                                                                                      \
            [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                 \
                STORE(type, name, base + begin + 4 * q + k, values[k]);                                               \
            }                                                                                                         \
        }                                                                                                             \
    }

#endif
