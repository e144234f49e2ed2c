// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Softmax, LogSoftmax and Hardmax along rows whose elements are `inner` apart.

#include "tensor.glsl"
#include "real.glsl"
#include "functions.glsl"
#define TEAM_TYPE REAL
#include "rows.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)

PARAMETERS(uint rows; uint extent; uint inner;)

layout(constant_id = 3) const uint kind = 0; // 0 softmax, 1 log-softmax, 2 hardmax

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint begin = exists ? row / push.inner * push.extent * push.inner + row % push.inner : 0;
    REAL largest = -realInfinity;
    TEAM_FOR(i, push.extent) {
        largest = max(largest, LOAD(T0, x, begin + i * push.inner));
    }
    largest = teamMax(largest);
    if (kind == 2) {
        REAL first = REAL(push.extent); // of the largest elements, negated to find the least
        TEAM_FOR(i, push.extent) {
            first = LOAD(T0, x, begin + i * push.inner) == largest ? min(first, REAL(i)) : first;
        }
        first = -teamMax(-first);
        TEAM_FOR(i, exists ? push.extent : 0) {
            STORE(T0, y, begin + i * push.inner, REAL(i) == first ? 1.0 : 0.0);
        }
        return;
    }
    REAL sum = 0.0;
    TEAM_FOR(i, push.extent) {
        sum += realExp(LOAD(T0, x, begin + i * push.inner) - largest);
    }
    sum = teamSum(sum);
    const REAL scale = 1.0 / sum;
    const REAL shift = largest + logarithm(sum);
    TEAM_FOR(i, exists ? push.extent : 0) {
        const REAL value = LOAD(T0, x, begin + i * push.inner);
        STORE(T0, y, begin + i * push.inner, kind == 0 ? realExp(value - largest) * scale : value - shift);
    }
}
