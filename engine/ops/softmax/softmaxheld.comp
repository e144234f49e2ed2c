// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Softmax and LogSoftmax along rows of neighbours that a team holds in registers.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"
#include "functions.glsl"

PARAMETERS(uint rows; uint extent; uint inner;) // of softmax.comp; inner is 1

HELD_IN(0, x)
HELD_OUT(1, y)

layout(constant_id = 3) const uint kind = 0; // 0 softmax, 1 log-softmax

void main()
{
    const uint row = teamRow();
    const uint count = row < push.rows ? push.extent : 0;
    const uint begin = row * push.extent;
    xHold(min(row, push.rows - 1) * push.extent, count, push.extent, held);
    float largest = -realInfinity;
    HELD_FOR(q) {
        largest = max(largest, maxOf(valuesOr(heldValues(q), quadElements(q, count), -realInfinity)));
    }
    largest = teamMax(largest);
    goThroughAgain(push.extent);
    float sum = 0.0;
    HELD_FOR(q) {
        sum += sumOf(valuesOr(exp(heldValues(q) - largest), quadElements(q, count), 0.0));
    }
    sum = teamSum(sum);
    const float scale = 1.0 / sum;
    const float shift = largest + logarithm(sum);
    goThroughAgain(push.rows);
    HELD_FOR(q) {
        const vec4 values = heldValues(q);
        const vec4 result = kind == 0 ? exp(values - largest) * scale : values - shift;
        ySetQuad(begin + quadBegin(q), quadElements(q, count), quadOf(result));
    }
}
