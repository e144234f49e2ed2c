// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Normalises, scales and activates the elements of rows in parts (ops::RowParts) once mean and deviation of each row are known.
// Scales and biases are those of rownorm.comp.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"
#include "product/activation.glsl"
#include "normalization/normalized.glsl"

PARAMETERS(uint teams; uint parts; uint partLength; uint extent; uint period; uint rowStep; uint run; float low; float high;)

HELD_IN(0, x)
HELD_IN(1, scale)
HELD_IN(2, bias)
HELD_OUT(3, y)
TENSOR(4, readonly, F32, mean)
TENSOR(5, readonly, F32, inverseDeviation)

#include "normalization/heldscale.glsl"
#include "reduction/parts.glsl"

void main()
{
    const uint team = teamRow();
    const Part part = partOf(team);
    const uint count = team < push.teams ? part.elements : 0;
    const uint begin = part.row * push.extent + part.first;
    const uint parameter = part.row % push.period * push.rowStep;
    xHold(begin, count, part.elements, held);
    holdScales(parameter + part.first, count, part.elements);
    const float average = AT(mean, part.row);
    const float inverse = AT(inverseDeviation, part.row);
    HELD_FOR(q) {
        const uint i = quadBegin(q);
        const vec4 values = (heldValues(q) - average) * inverse;
        ySetQuad(begin + i, quadElements(q, count), quadOf(scaledQuad(q, values, parameter, part.first + i)));
    }
}
