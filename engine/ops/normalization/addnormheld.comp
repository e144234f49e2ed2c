// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// addnorm.comp for rows that a team holds in registers, as their sums round: its constants, parameters and tensors are the
// same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"

PARAMETERS(uint rows; uint extent; uint skipRows; float epsilon;)

HELD_IN(0, x)
HELD_IN(1, skip)
HELD_IN(2, scale)
HELD_IN(3, bias)
HELD_OUT(4, y)
HELD_OUT(5, sum)

#include "normalization/heldmoments.glsl"

layout(constant_id = 5) const uint writesSum = 0;

void main()
{
    const uint row = teamRow();
    const uint count = row < push.rows ? push.extent : 0;
    const uint begin = row * push.extent;
    const uint skipBegin = row % push.skipRows * push.extent;
    xHold(min(row, push.rows - 1) * push.extent, count, push.extent, held);
    HELD_QUAD skips[heldQuads];
    skipHold(skipBegin, count, push.extent, skips);
    HELD_FOR(q) {
        held[q] = quadOf(heldValues(q) + quadValues(skips[q]));
        if (writesSum != 0) {
            sumSetQuad(begin + quadBegin(q), quadElements(q, count), held[q]);
        }
    }
    HELD_QUAD scales[heldQuads];
    HELD_QUAD biases[heldQuads];
    scaleHold(0, count, push.extent, scales);
    if (hasBias != 0) {
        biasHold(0, count, push.extent, biases);
    }
    const Moments moments = heldMoments(count, push.extent, push.epsilon);
    goThroughAgain(push.rows);
    HELD_FOR(q) {
        vec4 values = (heldValues(q) - moments.average) * moments.inverse * quadValues(scales[q]);
        if (hasBias != 0) {
            values += quadValues(biases[q]);
        }
        ySetQuad(begin + quadBegin(q), quadElements(q, count), quadOf(values));
    }
}
