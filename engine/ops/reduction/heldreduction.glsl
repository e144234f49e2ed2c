// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows are reduced that a team holds in registers. Include after HELD_IN(…, x), PARAMETERS with `extent`, real.glsl, functions.glsl
// and finish.glsl.

#ifndef WEIGHTLESS_REDUCTION_HELDREDUCTION_GLSL
#define WEIGHTLESS_REDUCTION_HELDREDUCTION_GLSL

#include "extremes.glsl"

// Nor is it said what the extension's own functions make of a NaN.
float orNaN(float extreme, bool isNaN)
{
    return subgroupMax(isNaN ? 1.0 : 0.0) > 0.0 ? uintBitsToFloat(0x7fc00000u) : extreme;
}
float subgroupGreatest(float value)
{
    const bool isNaN = value != value;
    return orNaN(subgroupMax(isNaN ? -realInfinity : value), isNaN);
}
float subgroupLeast(float value)
{
    const bool isNaN = value != value;
    return orNaN(subgroupMin(isNaN ? realInfinity : value), isNaN);
}

TEAM_REDUCE(teamGreatest, subgroupGreatest, GREATER(a, b))
TEAM_REDUCE(teamLeast, subgroupLeast, LESSER(a, b))
TEAM_REDUCE(teamProduct, subgroupMul, a * b)

// What an element adds to the sum.
vec4 addend(vec4 values, float shift)
{
    switch (kind) {
    case L1:
        return abs(values);
    case L2:
    case SUM_SQUARE:
    case MEAN_SQUARE:
        return values * values;
    case MOMENTS:
        return (values - shift) * (values - shift);
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

float greatestOf(uint count)
{
    float greatest = -realInfinity;
    HELD_FOR(q) {
        const vec4 values = valuesOr(heldValues(q), quadElements(q, count), -realInfinity);
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            greatest = GREATER(greatest, values[e]);
        }
    }
    return teamGreatest(greatest);
}

float leastOf(uint count)
{
    float least = realInfinity;
    HELD_FOR(q) {
        const vec4 values = valuesOr(heldValues(q), quadElements(q, count), realInfinity);
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            least = LESSER(least, values[e]);
        }
    }
    return teamLeast(least);
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

float sumOfRow()
{
    float sum = 0.0;
    HELD_FOR(q) {
        sum += sumOf(heldValues(q)); // zeros beyond the end
    }
    return teamSum(sum);
}

float sumOfAddends(uint count, float shift)
{
    float sum = 0.0;
    HELD_FOR(q) {
        sum += sumOf(valuesOr(addend(heldValues(q), shift), quadElements(q, count), 0.0));
    }
    return teamSum(sum);
}

// `count` is 0 where the row does not exist.
Reduced reducedRow(uint count)
{
    Reduced found = Reduced(0.0, 0.0);
    if (kind == MAXIMUM) {
        found.sum = greatestOf(count);
    } else if (kind == MINIMUM) {
        found.sum = leastOf(count);
    } else if (kind == PRODUCT) {
        found.sum = productOf(count);
    } else {
        if (kind == LOG_SUM_EXP) {
            const float largest = largestOf(count);
            found.shift = isinf(largest) ? 0.0 : largest;
        } else if (kind == MOMENTS) {
            found.shift = sumOfRow() / float(count);
        }
        goThroughAgain(push.extent);
        found.sum = sumOfAddends(count, found.shift);
    }
    return found;
}

#endif
