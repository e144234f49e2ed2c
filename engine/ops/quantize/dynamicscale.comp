// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Scale and zero point of DynamicQuantizeLinear, by one team, from values or from the ranges of their parts (dynamicrange.comp),
// the least and greatest of which are the same.
#include "tensor.glsl"
#include "exact.glsl"
#include "rows.glsl"

TENSOR(0, readonly, F32, values)
TENSOR(1, writeonly, F32, scale)
TENSOR(2, writeonly, T0, zeroPoint)
PARAMETERS(uint count;)

TEAM_REDUCE(teamMin, min(a, b))

void main()
{
    const bool exists = teamRow() == 0;
    float low = 0.0;
    float high = 0.0;
    TEAM_FOR(i, exists ? push.count : 0) {
        const float value = AT(values, i);
        low = min(low, value);
        high = max(high, value);
    }
    low = teamMin(low);
    high = teamMax(high);
    if (exists && teamLane() == 0) {
        // Where all are 0, 1, as ONNX Runtime has it: the operator's text divides 0 by 0 there.
        const float step = low == high ? 1.0 : exactDivide(high - low, 255.0);
        AT(scale, 0) = step;
        STORE(T0, zeroPoint, 0, T0_COMPUTE(min(roundEven(exactDivide(-low, step)), 255.0)));
    }
}
