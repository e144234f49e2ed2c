// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Instance, layer, group and root mean square normalisation of rows of contiguous elements, and an activation.
// Element i of row r is scaled by scale[r % period * rowStep + i / run].

#include "tensor.glsl"
#include "real.glsl"
#define TEAM_TYPE REAL
#include "rows.glsl"
#include "product/activation.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, scale)
TENSOR(2, readonly, T0, bias)
TENSOR(3, writeonly, T0, y)
TENSOR(4, writeonly, F32, mean)
TENSOR(5, writeonly, F32, inverseDeviation)

PARAMETERS(uint rows; uint extent; uint period; uint rowStep; uint run; float epsilon; float low; float high;)

layout(constant_id = 5) const uint writesMean = 0;
layout(constant_id = 6) const uint writesDeviation = 0;
layout(constant_id = 7) const uint activation = 0;
layout(constant_id = 8) const uint scalesEach = 0; // run is 1: no element needs a division

REAL element(uint row, uint i) { return LOAD(T0, x, row * push.extent + i); }
#define firstElement element
#include "normalization/moments.glsl"

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint count = exists ? push.extent : 0;
    const Moments moments = momentsOf(row, count, push.epsilon);
    const uint begin = row * push.extent;
    const uint parameter = row % push.period * push.rowStep;
    TEAM_FOR(i, count) {
        const uint at = parameter + (scalesEach != 0 ? i : i / push.run);
        REAL value = (LOAD(T0, x, begin + i) - moments.average) * moments.inverse * LOAD(T0, scale, at);
        if (hasBias != 0) {
            value += LOAD(T0, bias, at);
        }
        STORE(T0, y, begin + i, activated(value, activation, push.low, push.high));
    }
    if (exists && teamLane() == 0) {
        if (writesMean != 0) {
            AT(mean, row) = float(moments.average);
        }
        if (writesDeviation != 0) {
            AT(inverseDeviation, row) = float(moments.inverse);
        }
    }
}
