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
#include "normalization/heldscale.glsl"

layout(constant_id = 5) const uint writesMean = 0;
layout(constant_id = 6) const uint writesDeviation = 0;

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint count = exists ? push.extent : 0;
    const uint begin = row * push.extent;
    const uint parameter = row % push.period * push.rowStep;
    xHold(min(row, push.rows - 1) * push.extent, count, push.extent, held);
    holdScales(parameter, count, push.extent);
    const Moments moments = heldMoments(count, push.extent, push.epsilon);
    goThroughAgain(push.rows);
    HELD_FOR(q) {
        const uint i = quadBegin(q);
        const vec4 values = (heldValues(q) - moments.average) * moments.inverse;
        ySetQuad(begin + i, quadElements(q, count), quadOf(scaledQuad(q, values, parameter, i)));
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
