// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Kernels that read a row once and keep it in registers: a work group is cut into teams of whole subgroups, one row each.
// An invocation has `heldQuads` quads of the row, four neighbours in one access, as they lie in memory; elements beyond the
// row's end are zero. Every invocation reaches every call of the team functions, also those whose row does not exist.
// Constants 0 to 2 are those of ops::RowTeams. Include after tensor.glsl.
//
//   HELD_IN(0, T0, x)      xQuad(at, elements): the `elements` (0 to 4) from `at` on
//   HELD_OUT(1, T0, y)     ySetQuad(at, elements, values)

#ifndef WEIGHTLESS_HELDROWS_GLSL
#define WEIGHTLESS_HELDROWS_GLSL

#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "vectors.glsl"

layout(local_size_x = 64, local_size_x_id = 1) in;
layout(constant_id = 0) const uint teamSize = 64; // a multiple of a subgroup's size
layout(constant_id = 2) const uint heldQuads = 1;

VECTOR(T0_STORAGE) held[heldQuads];
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
uint quadBegin(uint q) { return 4 * (teamLane() + q * teamSize); } // in the row
uint quadElements(uint q, uint extent)
{
    const uint begin = quadBegin(q);
    return begin < extent ? min(extent - begin, 4) : 0;
}
vec4 heldValues(uint q) { return VECTOR(T0_LOAD)(held[q]); }
vec4 valuesOr(vec4 values, uint elements, float beyond) // those of the row, and `beyond` beyond its end
{
    return mix(vec4(beyond), values, lessThan(uvec4(0, 1, 2, 3), uvec4(elements)));
}

#define HELD_IN(slot, type, name)                                                                                     \
    TENSOR(slot, readonly, type, name)                                                                                \
    VECTOR_TENSOR(slot, readonly, VECTOR(type##_STORAGE), name)                                                       \
    VECTOR(type##_STORAGE) name##Quad(uint at, uint elements)                                                         \
    {                                                                                                                 \
        const uint place = push.tensorOffset[name##Slot] + at;                                                        \
        if (elements == 4 && place % 4 == 0) {                                                                        \
            return VECTOR_AT(name, place / 4);                                                                        \
        }                                                                                                             \
        VECTOR(type##_STORAGE) values = VECTOR(type##_STORAGE)(0);                                                    \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            if (k < elements) {                                                                                       \
                values[k] = AT(name, at + k);                                                                         \
            }                                                                                                         \
        }                                                                                                             \
        return values;                                                                                                \
    }

#define HELD_OUT(slot, type, name)                                                                                    \
    TENSOR(slot, writeonly, type, name)                                                                               \
    VECTOR_TENSOR(slot, writeonly, VECTOR(type##_STORAGE), name)                                                      \
    void name##SetQuad(uint at, uint elements, VECTOR(type##_STORAGE) values)                                         \
    {                                                                                                                 \
        const uint place = push.tensorOffset[name##Slot] + at;                                                        \
        if (elements == 4 && place % 4 == 0) {                                                                        \
            VECTOR_AT(name, place / 4) = values;                                                                      \
            return;                                                                                                   \
        }                                                                                                             \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            if (k < elements) {                                                                                       \
                AT(name, at + k) = values[k];                                                                         \
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
