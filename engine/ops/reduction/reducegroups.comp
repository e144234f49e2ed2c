// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reduce.comp for software devices, where rows are neighbours: eight of them at once, wherever a row begins. Its constants and
// parameters are the same.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "rows.glsl"
#include "reduction/kinds.glsl"

PARAMETERS(uint rows; uint extent; uint keptSize[3]; uint keptStride[3]; uint reducedSize[3]; uint reducedStride[3];)

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)

TEAM_REDUCE(teamMin, min(a, b))
TEAM_REDUCE(teamProduct, a * b)

// What a row is where it has ended.
float neutral()
{
    return kind == MINIMUM ? realInfinity : kind == MAXIMUM ? -realInfinity : kind == PRODUCT ? 1.0 : 0.0;
}

struct Row {
    uint begin; // element of the memory that is bound
    uint extent; // 0 where the row does not exist
    uint lastTexel;
};

void readGroup(Row row, uint group, float otherwise, out float values[8])
{
    READ_NEIGHBOURS(x, (row.begin + group * 8) / texelElements, 0, row.lastTexel, row.begin, 8, values)
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        values[e] = group * 8 + e < row.extent ? values[e] : otherwise;
    }
}

float both(float a, float b)
{
    return kind == MAXIMUM ? max(a, b) : kind == MINIMUM ? min(a, b) : kind == PRODUCT ? a * b : a + b;
}

float added(float value, float shift)
{
    return kind == L1                    ? abs(value)
        : kind == L2 || kind == SUM_SQUARE ? value * value
        : kind == LOG_SUM_EXP              ? exp(value - shift)
                                           : value;
}

float largestOf(Row row)
{
    float largest = -realInfinity;
    TEAM_FOR(g, (row.extent + 7) / 8) {
        float values[8];
        readGroup(row, g, -realInfinity, values);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            largest = max(largest, values[e]);
        }
    }
    return teamMax(largest);
}

float ofTeam(float result)
{
    return kind == MAXIMUM ? teamMax(result)
        : kind == MINIMUM  ? teamMin(result)
        : kind == PRODUCT  ? teamProduct(result)
                           : teamSum(result);
}

void main()
{
    const uint index = teamRow();
    const bool exists = index < push.rows;
    Row row;
    row.begin = push.tensorOffset[0] + (exists ? index : 0) * push.extent;
    row.extent = exists ? push.extent : 0;
    row.lastTexel = (row.begin + push.extent - 1) / texelElements;
    float shift = 0.0;
    if (kind == LOG_SUM_EXP) {
        const float largest = largestOf(row);
        shift = isinf(largest) ? 0.0 : largest;
    }
    float result = neutral();
    TEAM_FOR(g, (row.extent + 7) / 8) {
        float v[8];
        readGroup(row, g, kind == LOG_SUM_EXP ? -realInfinity : neutral(), v);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            v[e] = added(v[e], shift);
        }
        result = both(result, both(both(both(v[0], v[1]), both(v[2], v[3])), both(both(v[4], v[5]), both(v[6], v[7]))));
    }
    result = ofTeam(result);
    if (kind == MEAN) {
        result = exactDivide(result, float(push.extent));
    } else if (kind == L2) {
        result = exactSqrt(result);
    } else if (kind == LOG_SUM || kind == LOG_SUM_EXP) {
        result = logarithm(result) + shift;
    }
    if (exists && teamLane() == 0) {
        STORE(T0, y, index, result);
    }
}
