// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// addnorm.comp for rows that a team holds in registers, as their sums round: its constants, parameters and tensors are the
// same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"

PARAMETERS(uint rows; uint extent; uint skipRows; float epsilon;)

HELD_IN(0, T0, x)
HELD_IN(1, T0, skip)
HELD_IN(2, T0, scale)
HELD_IN(3, T0, bias)
HELD_OUT(4, T0, y)
HELD_OUT(5, T0, sum)

#include "normalization/heldmoments.glsl"

layout(constant_id = 5) const uint writesSum = 0;

void main()
{
    const uint row = teamRow();
    const uint count = row < push.rows ? push.extent : 0;
    const uint begin = row * push.extent;
    const uint skipBegin = row % push.skipRows * push.extent;
    HELD_FOR(q) {
        const uint i = quadBegin(q);
        const uint elements = quadElements(q, count);
        const vec4 added = VECTOR(T0_LOAD)(xQuad(begin + i, elements)) + VECTOR(T0_LOAD)(skipQuad(skipBegin + i, elements));
        held[q] = VECTOR(T0_STORE)(added);
        if (writesSum != 0) {
            sumSetQuad(begin + i, elements, held[q]);
        }
    }
    const Moments moments = heldMoments(count, push.extent, push.epsilon);
    HELD_FOR(q) {
        const uint i = quadBegin(q);
        const uint elements = quadElements(q, count);
        vec4 values =
            (heldValues(q) - moments.average) * moments.inverse * VECTOR(T0_LOAD)(scaleQuad(i, elements));
        if (hasBias != 0) {
            values += VECTOR(T0_LOAD)(biasQuad(i, elements));
        }
        ySetQuad(begin + i, elements, VECTOR(T0_STORE)(values));
    }
}
