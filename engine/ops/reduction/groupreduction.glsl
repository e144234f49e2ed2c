// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of neighbours are reduced eight at a time, wherever they begin. Include after GROUPS(…, x), rows.glsl, real.glsl,
// functions.glsl and finish.glsl.

#ifndef WEIGHTLESS_REDUCTION_GROUPREDUCTION_GLSL
#define WEIGHTLESS_REDUCTION_GROUPREDUCTION_GLSL

layout(constant_id = 4) const uint areWholeGroups = 0; // rows begin at groups of eight, and nothing else is in them

#include "reduction/elements.glsl"

TEAM_REDUCE(teamGreatest, GREATER(a, b))
TEAM_REDUCE(teamLeast, LESSER(a, b))
TEAM_REDUCE(teamProduct, a * b)

float neutral() { return neutralOf(kind); }
float both(float a, float b) { return bothOf(kind, a, b); }
float added(float value, float shift) { return addedOf(kind, value, shift); }

struct Row {
    uint begin; // element of the memory that is bound
    uint extent; // 0 where the row does not exist
    uint lastTexel;
};

Row rowAt(uint begin, uint extent, bool exists)
{
    return Row(begin, exists ? extent : 0, (begin + extent - 1) / texelElements);
}

void readGroup(Row row, uint group, float otherwise, out float values[8])
{
    if (areWholeGroups != 0) {
        READ_GROUP(x, row.begin / 8 + group, values);
        return;
    }
    READ_NEIGHBOURS(x, (row.begin + group * 8) / texelElements, 0, row.lastTexel, row.begin, 8, values)
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        values[e] = group * 8 + e < row.extent ? values[e] : otherwise;
    }
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
    return kind == MAXIMUM ? teamGreatest(result)
        : kind == MINIMUM  ? teamLeast(result)
        : kind == PRODUCT  ? teamProduct(result)
                           : teamSum(result);
}

float meanOf(Row row)
{
    float sum = 0.0;
    TEAM_FOR(g, (row.extent + 7) / 8) {
        float v[8];
        readGroup(row, g, 0.0, v);
        sum += ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
    }
    return teamSum(sum) / float(row.extent);
}

Reduced reducedRow(Row row)
{
    Reduced found = Reduced(neutral(), 0.0);
    if (kind == LOG_SUM_EXP) {
        const float largest = largestOf(row);
        found.shift = isinf(largest) ? 0.0 : largest;
    } else if (kind == MOMENTS) {
        found.shift = meanOf(row);
    }
    const float beyond = kind == LOG_SUM_EXP ? -realInfinity : kind == MOMENTS ? found.shift : neutral();
    TEAM_FOR(g, (row.extent + 7) / 8) {
        float v[8];
        readGroup(row, g, beyond, v);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            v[e] = added(v[e], found.shift);
        }
        found.sum = both(found.sum, both(both(both(v[0], v[1]), both(v[2], v[3])), both(both(v[4], v[5]), both(v[6], v[7]))));
    }
    found.sum = ofTeam(found.sum);
    return found;
}

#endif
