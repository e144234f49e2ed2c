// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reduce.comp for rows of neighbours that a team holds in registers: its constants, parameters and tensors are the same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "reduction/kinds.glsl"
#include "real.glsl"
#include "functions.glsl"

PARAMETERS(uint rows; uint extent; uint keptSize[3]; uint keptStride[3]; uint reducedSize[3]; uint reducedStride[3];)

HELD_IN(0, x)
TENSOR(1, writeonly, T0, y)

TEAM_REDUCE(teamMin, subgroupMin, min(a, b))
TEAM_REDUCE(teamProduct, subgroupMul, a * b)

// What an element adds to the sum.
vec4 addend(vec4 values, float shift)
{
    switch (kind) {
    case L1:
        return abs(values);
    case L2:
    case SUM_SQUARE:
        return values * values;
    case LOG_SUM_EXP:
        return exp(values - shift);
    default:
        return values;
    }
}

float largestOf(uint count)
{
    float largest = -realInfinity;
    HELD_FOR(q) {
        largest = max(largest, maxOf(valuesOr(heldValues(q), quadElements(q, count), -realInfinity)));
    }
    return teamMax(largest);
}

float leastOf(uint count)
{
    float least = realInfinity;
    HELD_FOR(q) {
        const vec4 values = valuesOr(heldValues(q), quadElements(q, count), realInfinity);
        least = min(least, min(min(values.x, values.y), min(values.z, values.w)));
    }
    return teamMin(least);
}

float productOf(uint count)
{
    float product = 1.0;
    HELD_FOR(q) {
        const vec4 values = valuesOr(heldValues(q), quadElements(q, count), 1.0);
        product *= values.x * values.y * values.z * values.w;
    }
    return teamProduct(product);
}

float sumOfRow(uint count, float shift)
{
    float sum = 0.0;
    HELD_FOR(q) {
        sum += sumOf(valuesOr(addend(heldValues(q), shift), quadElements(q, count), 0.0));
    }
    return teamSum(sum);
}

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint count = exists ? push.extent : 0;
    xHold(min(row, push.rows - 1) * push.extent, count, push.extent, held);
    float result;
    if (kind == MAXIMUM) {
        result = largestOf(count);
    } else if (kind == MINIMUM) {
        result = leastOf(count);
    } else if (kind == PRODUCT) {
        result = productOf(count);
    } else {
        float shift = kind == LOG_SUM_EXP ? largestOf(count) : 0.0;
        shift = isinf(shift) ? 0.0 : shift;
        goThroughAgain(push.extent);
        result = sumOfRow(count, shift);
        if (kind == MEAN) {
            result = exactDivide(result, float(push.extent));
        } else if (kind == L2) {
            result = exactSqrt(result);
        } else if (kind == LOG_SUM || kind == LOG_SUM_EXP) {
            result = logarithm(result) + shift;
        }
    }
    if (exists && teamLane() == 0) {
        STORE(T0, y, row, result);
    }
}
