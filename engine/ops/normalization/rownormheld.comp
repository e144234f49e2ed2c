// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// rownorm.comp for rows that a team holds in registers: its constants, parameters and tensors are the same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"
#include "product/activation.glsl"

PARAMETERS(uint rows; uint extent; uint period; uint rowStep; uint run; float epsilon; float low; float high;)

HELD_IN(0, T0, x)
HELD_IN(1, T0, scale)
HELD_IN(2, T0, bias)
HELD_OUT(3, T0, y)
TENSOR(4, writeonly, F32, mean)
TENSOR(5, writeonly, F32, inverseDeviation)

#include "normalization/heldmoments.glsl"

layout(constant_id = 5) const uint writesMean = 0;
layout(constant_id = 6) const uint writesDeviation = 0;
layout(constant_id = 7) const uint activation = 0;
layout(constant_id = 8) const uint scalesEach = 0; // run is 1: no element needs a division

// What element i of the row is scaled by, as rownorm.comp says it, and the elements behind it.
#define PARAMETER_QUAD(name)                                                                                          \
    vec4 name##Of(uint parameter, uint i, uint elements)                                                              \
    {                                                                                                                 \
        if (scalesEach != 0) {                                                                                        \
            return VECTOR(T0_LOAD)(name##Quad(parameter + i, elements));                                              \
        }                                                                                                             \
        const uint run = i / push.run;                                                                                \
        if (i - run * push.run + elements <= push.run) {                                                              \
            return vec4(elements > 0 ? LOAD(T0, name, parameter + run) : 0.0);                                        \
        }                                                                                                             \
        vec4 values = vec4(0.0);                                                                                      \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            if (k < elements) {                                                                                       \
                values[k] = LOAD(T0, name, parameter + (i + k) / push.run);                                           \
            }                                                                                                         \
        }                                                                                                             \
        return values;                                                                                                \
    }
PARAMETER_QUAD(scale)
PARAMETER_QUAD(bias)

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint count = exists ? push.extent : 0;
    const uint begin = row * push.extent;
    HELD_FOR(q) {
        held[q] = xQuad(begin + quadBegin(q), quadElements(q, count));
    }
    const Moments moments = heldMoments(count, push.extent, push.epsilon);
    const uint parameter = row % push.period * push.rowStep;
    HELD_FOR(q) {
        const uint i = quadBegin(q);
        const uint elements = quadElements(q, count);
        vec4 values = (heldValues(q) - moments.average) * moments.inverse * scaleOf(parameter, i, elements);
        if (hasBias != 0) {
            values += biasOf(parameter, i, elements);
        }
        [[unroll]] for (uint k = 0; k < 4; ++k) {
            values[k] = activated(values[k], activation, push.low, push.high);
        }
        ySetQuad(begin + i, elements, VECTOR(T0_STORE)(values));
    }
    if (exists && teamLane() == 0) {
        if (writesMean != 0) {
            AT(mean, row) = moments.average;
        }
        if (writesDeviation != 0) {
            AT(inverseDeviation, row) = moments.inverse;
        }
    }
}
