// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What was found of the parts of rows makes the rows' results: of moments mean and inverse deviation, else what reduce.comp makes.

#include "tensor.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "rows.glsl"
#include "extremes.glsl"
#include "reduction/kinds.glsl"
#include "reduction/finish.glsl"

PARAMETERS(uint rows; uint parts; uint partLength; uint extent; uint neighbours; uint pitch; float epsilon;)

TENSOR(0, readonly, F32, found)
TENSOR(1, writeonly, T0, y)
TENSOR(2, writeonly, F32, inverseDeviation)

TEAM_REDUCE(teamGreatest, GREATER(a, b))
TEAM_REDUCE(teamLeast, LESSER(a, b))
TEAM_REDUCE(teamProduct, a * b)

struct Row {
    uint begin; // its first part; others are `pitch` from each other
    uint parts; // 0 where the row does not exist
};
float sumOf(Row row, uint part) { return AT(found, row.begin + part * push.pitch); }
float shiftOf(Row row, uint part)
{
    const uint sums = push.rows / push.neighbours * push.parts * push.pitch;
    return AT(found, sums + row.begin + part * push.pitch);
}

float least(Row row)
{
    float result = realInfinity;
    TEAM_FOR(p, row.parts) {
        result = LESSER(result, sumOf(row, p));
    }
    return teamLeast(result);
}

float largest(Row row)
{
    float result = -realInfinity;
    TEAM_FOR(p, row.parts) {
        result = GREATER(result, sumOf(row, p));
    }
    return teamGreatest(result);
}

float product(Row row)
{
    float result = 1.0;
    TEAM_FOR(p, row.parts) {
        result *= sumOf(row, p);
    }
    return teamProduct(result);
}

float total(Row row)
{
    float result = 0.0;
    TEAM_FOR(p, row.parts) {
        result += sumOf(row, p);
    }
    return teamSum(result);
}

// Of exponentials. A part without any is one of negative infinities, whose shift says nothing.
Reduced exponentials(Row row)
{
    float shift = -realInfinity;
    TEAM_FOR(p, row.parts) {
        shift = max(shift, sumOf(row, p) == 0.0 ? -realInfinity : shiftOf(row, p));
    }
    shift = teamMax(shift);
    Reduced result = Reduced(0.0, isinf(shift) ? 0.0 : shift);
    TEAM_FOR(p, row.parts) {
        const float sum = sumOf(row, p);
        result.sum += sum == 0.0 || isinf(sum) ? sum : sum * exp(shiftOf(row, p) - result.shift);
    }
    result.sum = teamSum(result.sum);
    return result;
}

// Squares about the mean of all are those about a part's own mean and the square of the distance of the two means for each of
// its elements (Chan, Golub, LeVeque); means are added up from the first one on, whose distances are small numbers.
Reduced moments(Row row)
{
    const float first = shiftOf(row, 0);
    float distances = 0.0;
    TEAM_FOR(p, row.parts) {
        const float elements = float(min(push.partLength, push.extent - p * push.partLength));
        distances += elements * (shiftOf(row, p) - first);
    }
    Reduced result = Reduced(0.0, first + teamSum(distances) / float(push.extent));
    TEAM_FOR(p, row.parts) {
        const float elements = float(min(push.partLength, push.extent - p * push.partLength));
        const float distance = shiftOf(row, p) - result.shift;
        result.sum += sumOf(row, p) + elements * distance * distance;
    }
    result.sum = teamSum(result.sum);
    return result;
}

Reduced merged(Row row)
{
    if (kind == MOMENTS) {
        return moments(row);
    }
    if (kind == LOG_SUM_EXP) {
        return exponentials(row);
    }
    if (kind == MINIMUM) {
        return Reduced(least(row), 0.0);
    }
    if (kind == MAXIMUM) {
        return Reduced(largest(row), 0.0);
    }
    return Reduced(kind == PRODUCT ? product(row) : total(row), 0.0);
}

void main()
{
    const uint index = teamRow();
    const bool exists = index < push.rows;
    const uint row = exists ? index : 0;
    const uint begin = row / push.neighbours * push.parts * push.pitch + row % push.neighbours;
    const Reduced result = merged(Row(begin, exists ? push.parts : 0));
    if (!exists || teamLane() != 0) {
        return;
    }
    if (kind == MOMENTS || kind == MEAN_SQUARE) {
        STORE(T0, y, index, result.shift);
        AT(inverseDeviation, index) = inversesqrt(result.sum / float(push.extent) + push.epsilon);
    } else {
        STORE(T0, y, index, finished(result, push.extent));
    }
}
