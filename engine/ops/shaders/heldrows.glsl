// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Kernels that read a row once and keep it in registers: a work group is cut into teams of whole subgroups, one row each.
// An invocation has `heldQuads` quads of the row, four neighbours in one access, as they lie in memory; elements beyond the
// row's end are zero. Every invocation reaches every call of the team functions, also those whose row does not exist.
// Constants 0 to 2 are those of ops::RowTeams. Include after tensor.glsl.
//
//   HELD_IN(0, x)      of type T0; xQuad(at, elements): the `elements` (0 to 4) from `at` on;
//                      xHold(first, count, extent, quads): the invocation's of the row that begins there, with zeros from the
//                      `count`th element on. A processor may wait for a read at the end of each branch, so those of a row
//                      that is whole quads are read without one, and none is looked at before all are on their way: the row
//                      is one that exists, also where count is 0
//   HELD_OUT(1, y)     ySetQuad(at, elements, quad)
//
// A quad of 16-bit elements is two words: with a register for each element a work group of 1,024 has too few. quadValues() are its numbers, and quadOf() makes one of numbers.

#ifndef WEIGHTLESS_HELDROWS_GLSL
#define WEIGHTLESS_HELDROWS_GLSL

#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "vectors.glsl"

layout(local_size_x = 64, local_size_x_id = 1) in;
layout(constant_id = 0) const uint teamSize = 64; // a multiple of a subgroup's size
layout(constant_id = 2) const uint heldQuads = 1;

#if T0_BYTES == 2
#include "pairs.glsl"
#define HELD_QUAD uvec2
#define WHETHER bvec2
#define QUAD_OF_ELEMENTS(elements)                                                                                    \
    uvec2(ELEMENT_PAIR((elements).x, (elements).y), ELEMENT_PAIR((elements).z, (elements).w))
#define QUAD_ELEMENT(quad, k) PAIR_ELEMENT(quad[(k) / 2], (k) % 2)
vec4 quadValues(HELD_QUAD quad) { return vec4(pairValues(quad.x), pairValues(quad.y)); }
HELD_QUAD quadOf(vec4 values) { return uvec2(PAIR_BITS(values.x, values.y), PAIR_BITS(values.z, values.w)); }
#else
#define HELD_QUAD vec4
#define WHETHER bvec4
#define QUAD_OF_ELEMENTS(elements) elements
#define QUAD_ELEMENT(quad, k) quad[k]
vec4 quadValues(HELD_QUAD quad) { return quad; }
HELD_QUAD quadOf(vec4 values) { return values; }
#endif

HELD_QUAD held[heldQuads];
shared float teamParts[gl_WorkGroupSize.x / 4]; // of subgroups, which have four lanes at least

// By subgroups, because nothing says which invocations of a work group make up one.
uint groupLane() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint teamRow()
{
    return (gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x) * (gl_WorkGroupSize.x / teamSize) + groupLane() / teamSize;
}
uint teamLane() { return groupLane() % teamSize; }

// HELD_FOR(q) { … } does the block for each of this invocation's quads.
#define HELD_FOR(q) [[unroll]] for (uint q = 0; q < heldQuads; ++q)

// A kernel that goes through its quads again says so with a number of the push constants. A compiler that saw the same places
// and words twice would keep what it made of them, twice the registers of what is held. Counts are below 2^31, which none knows.
uint again = 0;
void goThroughAgain(uint count) { again = count >> 31; }

uint quadBegin(uint q) { return 4 * ((teamLane() ^ again) + q * teamSize); } // in the row
uint quadElements(uint q, uint extent)
{
    const uint begin = quadBegin(q);
    return begin < extent ? min(extent - begin, 4) : 0;
}
#if T0_BYTES == 2
vec4 heldValues(uint q) { return quadValues(held[q] ^ again); }
#else
vec4 heldValues(uint q) { return held[q]; }
#endif
vec4 valuesOr(vec4 values, uint elements, float beyond) // those of the row, and `beyond` beyond its end
{
    return mix(vec4(beyond), values, lessThan(uvec4(0, 1, 2, 3), uvec4(elements)));
}

#define HELD_IN(slot, name)                                                                                           \
    TENSOR(slot, readonly, T0, name)                                                                                  \
    VECTOR_TENSOR(slot, readonly, HELD_QUAD, name)                                                                    \
    HELD_QUAD name##Quad(uint at, uint elements)                                                                      \
    {                                                                                                                 \
        const uint place = push.tensorOffset[name##Slot] + at;                                                        \
        if (elements == 4 && place % 4 == 0) {                                                                        \
            return VECTOR_AT(name, place / 4);                                                                        \
        }                                                                                                             \
        VECTOR(T0_STORAGE) found = VECTOR(T0_STORAGE)(0);                                                             \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            if (k < elements) {                                                                                       \
                found[k] = AT(name, at + k);                                                                          \
            }                                                                                                         \
        }                                                                                                             \
        return QUAD_OF_ELEMENTS(found);                                                                               \
    }                                                                                                                 \
    void name##Hold(uint first, uint count, uint extent, out HELD_QUAD quads[heldQuads])                              \
    {                                                                                                                 \
        const uint place = push.tensorOffset[name##Slot] + first;                                                     \
        if ((place | extent) % 4 == 0) {                                                                              \
            HELD_FOR(q) {                                                                                             \
                quads[q] = VECTOR_AT(name, (place + min(quadBegin(q), extent - 4)) / 4);                              \
            }                                                                                                         \
            HELD_FOR(q) {                                                                                             \
                quads[q] = mix(HELD_QUAD(0), quads[q], WHETHER(quadBegin(q) < count));                                \
            }                                                                                                         \
            return;                                                                                                   \
        }                                                                                                             \
        HELD_FOR(q) {                                                                                                 \
            quads[q] = name##Quad(first + quadBegin(q), quadElements(q, count));                                      \
        }                                                                                                             \
    }

#define HELD_OUT(slot, name)                                                                                          \
    TENSOR(slot, writeonly, T0, name)                                                                                 \
    VECTOR_TENSOR(slot, writeonly, HELD_QUAD, name)                                                                   \
    void name##SetQuad(uint at, uint elements, HELD_QUAD quad)                                                        \
    {                                                                                                                 \
        const uint place = push.tensorOffset[name##Slot] + at;                                                        \
        if (elements == 4 && place % 4 == 0) {                                                                        \
            VECTOR_AT(name, place / 4) = quad;                                                                        \
            return;                                                                                                   \
        }                                                                                                             \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            if (k < elements) {                                                                                       \
                AT(name, at + k) = QUAD_ELEMENT(quad, k);                                                             \
            }                                                                                                         \
        }                                                                                                             \
    }

#define TEAM_REDUCE(name, ofSubgroup, combine)                                                                        \
    float name(float value)                                                                                           \
    {                                                                                                                 \
        value = ofSubgroup(value);                                                                                    \
        if (teamSize == gl_SubgroupSize) {                                                                            \
            return value;                                                                                             \
        }                                                                                                             \
        if (gl_SubgroupInvocationID == 0) {                                                                           \
            teamParts[gl_SubgroupID] = value;                                                                         \
        }                                                                                                             \
        barrier();                                                                                                    \
        const uint first = groupLane() / teamSize * (teamSize / gl_SubgroupSize);                                     \
        float a = teamParts[first];                                                                                   \
        for (uint i = 1; i < teamSize / gl_SubgroupSize; ++i) {                                                       \
            const float b = teamParts[first + i];                                                                     \
            a = combine;                                                                                              \
        }                                                                                                             \
        barrier();                                                                                                    \
        return a;                                                                                                     \
    }

TEAM_REDUCE(teamSum, subgroupAdd, a + b)
TEAM_REDUCE(teamMax, subgroupMax, max(a, b))

float sumOf(vec4 values) { return values.x + values.y + values.z + values.w; }
float maxOf(vec4 values) { return max(max(values.x, values.y), max(values.z, values.w)); }

#endif
