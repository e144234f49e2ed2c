// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Instance, layer, group and root mean square normalisation: rows of contiguous elements, in two passes and in fp32, because squares of
// fp16 values overflow and E[x^2] - E[x]^2 cancels.
// Element i of row r is scaled by scale[r % period * rowStep + i / run].

#include "tensor.glsl"
#include "real.glsl"
#define TEAM_TYPE REAL
#include "rows.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, scale)
TENSOR(2, readonly, T0, bias)
TENSOR(3, writeonly, T0, y)
TENSOR(4, writeonly, F32, mean)
TENSOR(5, writeonly, F32, inverseDeviation)

PARAMETERS(uint rows; uint extent; uint period; uint rowStep; uint run; float epsilon;)

layout(constant_id = 3) const uint hasBias = 0;
layout(constant_id = 4) const uint writesMean = 0;
layout(constant_id = 5) const uint writesDeviation = 0;
layout(constant_id = 6) const uint subtractsMean = 1; // 0: root mean square normalisation

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint begin = exists ? row * push.extent : 0;
    REAL average = 0.0;
    if (subtractsMean != 0) {
        REAL sum = 0.0;
        TEAM_FOR(i, push.extent) {
            sum += LOAD(T0, x, begin + i);
        }
        average = teamSum(sum) / REAL(push.extent);
    }
    REAL squares = 0.0;
    TEAM_FOR(i, push.extent) {
        const REAL difference = LOAD(T0, x, begin + i) - average;
        squares += difference * difference;
    }
    const REAL inverse = inversesqrt(teamSum(squares) / REAL(push.extent) + push.epsilon);
    const uint parameter = row % push.period * push.rowStep;
    TEAM_FOR(i, exists ? push.extent : 0) {
        const uint at = parameter + i / push.run;
        REAL value = (LOAD(T0, x, begin + i) - average) * inverse * LOAD(T0, scale, at);
        if (hasBias != 0) {
            value += LOAD(T0, bias, at);
        }
        STORE(T0, y, begin + i, value);
    }
    if (exists && teamLane() == 0) {
        if (writesMean != 0) {
            AT(mean, row) = float(average);
        }
        if (writesDeviation != 0) {
            AT(inverseDeviation, row) = float(inverse);
        }
    }
}
