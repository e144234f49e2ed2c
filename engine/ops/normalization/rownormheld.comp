// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// rownorm.comp for rows that a team holds in registers: its constants, parameters and tensors are the same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"
#include "product/activation.glsl"

PARAMETERS(uint rows; uint extent; uint period; uint rowStep; uint run; float epsilon; float low; float high;)

HELD_IN(0, x)
HELD_IN(1, scale)
HELD_IN(2, bias)
HELD_OUT(3, y)
TENSOR(4, writeonly, F32, mean)
TENSOR(5, writeonly, F32, inverseDeviation)

#include "normalization/heldmoments.glsl"

layout(constant_id = 5) const uint writesMean = 0;
layout(constant_id = 6) const uint writesDeviation = 0;
layout(constant_id = 7) const uint activation = 0;
layout(constant_id = 8) const uint scalesEach = 0; // run is 1: no element needs a division

// What element i of the row is scaled by where scalesEach is not said, as rownorm.comp has it, and the elements behind it.
// Those that do not exist have some, so that a quad of one run needs no branch.
#define PARAMETER_QUAD(name)                                                                                          \
    vec4 name##Of(uint parameter, uint i, uint extent)                                                                \
    {                                                                                                                 \
        const uint first = min(i, extent - 1);                                                                        \
        if (push.run % 4 == 0) {                                                                                      \
            return vec4(LOAD(T0, name, parameter + first / push.run));                                                \
        }                                                                                                             \
        vec4 values;                                                                                                  \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            values[k] = LOAD(T0, name, parameter + min(first + k, extent - 1) / push.run);                            \
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
    const uint parameter = row % push.period * push.rowStep;
    xHold(min(row, push.rows - 1) * push.extent, count, push.extent, held);
    HELD_QUAD scales[heldQuads];
    HELD_QUAD biases[heldQuads];
    if (scalesEach != 0) {
        scaleHold(parameter, count, push.extent, scales);
        if (hasBias != 0) {
            biasHold(parameter, count, push.extent, biases);
        }
    }
    const Moments moments = heldMoments(count, push.extent, push.epsilon);
    goThroughAgain(push.rows);
    HELD_FOR(q) {
        const uint i = quadBegin(q);
        vec4 values = (heldValues(q) - moments.average) * moments.inverse
            * (scalesEach != 0 ? quadValues(scales[q]) : scaleOf(parameter, i, push.extent));
        if (hasBias != 0) {
            values += scalesEach != 0 ? quadValues(biases[q]) : biasOf(parameter, i, push.extent);
        }
        [[unroll]] for (uint k = 0; k < 4; ++k) {
            values[k] = activated(values[k], activation, push.low, push.high);
        }
        ySetQuad(begin + i, quadElements(q, count), quadOf(values));
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
