// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Softmax and LogSoftmax along rows of neighbours that a team holds in registers.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "real.glsl"
#include "functions.glsl"

PARAMETERS(uint rows; uint extent; uint inner;) // of softmax.comp; inner is 1

HELD_IN(0, T0, x)
HELD_OUT(1, T0, y)

layout(constant_id = 3) const uint kind = 0; // 0 softmax, 1 log-softmax

void main()
{
    const uint row = teamRow();
    const uint count = row < push.rows ? push.extent : 0;
    const uint begin = row * push.extent;
    float largest = -realInfinity;
    HELD_FOR(q) {
        const uint elements = quadElements(q, count);
        held[q] = xQuad(begin + quadBegin(q), elements);
        largest = max(largest, maxOf(valuesOr(heldValues(q), elements, -realInfinity)));
    }
    largest = teamMax(largest);
    float sum = 0.0;
    HELD_FOR(q) {
        sum += sumOf(valuesOr(exp(heldValues(q) - largest), quadElements(q, count), 0.0));
    }
    sum = teamSum(sum);
    const float scale = 1.0 / sum;
    const float shift = largest + logarithm(sum);
    HELD_FOR(q) {
        const vec4 values = heldValues(q);
        const vec4 result = kind == 0 ? exp(values - largest) * scale : values - shift;
        ySetQuad(begin + quadBegin(q), quadElements(q, count), VECTOR(T0_STORE)(result));
    }
}
