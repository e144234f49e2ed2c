// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Reductions over dimensions that have others behind them: what lies next to each other belongs to different results, and a lane
// reduces RUN of these neighbours at once, step by step. `teamSize` lanes of a work group share the steps of a part of them; lanes
// that are neighbours have neighbours. Include after kinds.glsl, real.glsl and functions.glsl, with RUN defined.

#ifndef WEIGHTLESS_REDUCTION_COLUMNS_GLSL
#define WEIGHTLESS_REDUCTION_COLUMNS_GLSL

layout(local_size_x = 64, local_size_x_id = 1) in;
layout(constant_id = 0) const uint teamSize = 1;
layout(constant_id = 2) const uint stepsAtOnce = 1;
layout(constant_id = 4) const uint width = RUN; // neighbours that a lane has indeed
layout(constant_id = 5) const uint makesParts = 0; // what is found of parts is mergeparts.comp's
layout(constant_id = 6) const uint isOneDimension = 1; // steps are as far from each other as reducedStride[2] says

// `count` lanes or teams: `across` of them for a run of neighbours, which has `run`.
PARAMETERS(uint count; uint across; uint run; uint parts; uint partLength; uint extent; uint keptSize; uint keptStride[2];
           uint reducedSize[2]; uint reducedStride[3]; uint pitch; uint lastElement;)

#include "reduction/elements.glsl"
#include "reduction/finish.glsl"

shared float columnScratch[gl_WorkGroupSize.x * RUN];

uint columnLane() { return gl_LocalInvocationID.x / (gl_WorkGroupSize.x / teamSize); }

struct Column {
    uint place; // of its first neighbour, at the first step of all
    uint firstStep;
    uint steps; // 0 where it does not exist
    uint result; // its first neighbour's, as results lie
    uint found; // and as what is found of parts does
    uint neighbours;
};

Column columnOf()
{
    const uint columns = gl_WorkGroupSize.x / teamSize;
    const uint index = (gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x) * columns + gl_LocalInvocationID.x % columns;
    const bool exists = index < push.count;
    uint rest = exists ? index : 0;
    const uint first = rest % push.across * width;
    rest /= push.across;
    const uint part = rest % push.parts;
    const uint outer = rest / push.parts;
    Column column;
    column.place = outer % push.keptSize * push.keptStride[1] + outer / push.keptSize * push.keptStride[0] + first;
    column.firstStep = part * push.partLength;
    column.steps = exists ? min(push.partLength, push.extent - column.firstStep) : 0;
    column.result = outer * push.run + first;
    column.found = rest * push.pitch + first;
    column.neighbours = min(width, push.run - first);
    return column;
}

uint stepPlace(uint index)
{
    if (isOneDimension != 0) {
        return index * push.reducedStride[2];
    }
    const uint at = index % push.reducedSize[1] * push.reducedStride[2];
    index /= push.reducedSize[1];
    return at + index % push.reducedSize[0] * push.reducedStride[1] + index / push.reducedSize[0] * push.reducedStride[0];
}

// What all lanes of a team found.
void mergeTeam(uint how, inout float found[RUN])
{
    if (teamSize == 1) {
        return;
    }
    const uint lane = gl_LocalInvocationID.x;
    const uint columns = gl_WorkGroupSize.x / teamSize;
    [[unroll]] for (uint e = 0; e < RUN; ++e) {
        columnScratch[e * gl_WorkGroupSize.x + lane] = found[e];
    }
    barrier();
    for (uint half_ = teamSize / 2; half_ > 0; half_ /= 2) {
        if (columnLane() < half_) {
            [[unroll]] for (uint e = 0; e < RUN; ++e) {
                const uint at = e * gl_WorkGroupSize.x + lane;
                columnScratch[at] = bothOf(how, columnScratch[at], columnScratch[at + half_ * columns]);
            }
        }
        barrier();
    }
    [[unroll]] for (uint e = 0; e < RUN; ++e) {
        found[e] = columnScratch[e * gl_WorkGroupSize.x + lane % columns];
    }
    barrier();
}

// readRun(place, values) reads the neighbours from an element on.
void readRun(uint place, out float values[RUN]);

void reduceSteps(uint how, Column column, float shift[RUN], out float found[RUN])
{
    [[unroll]] for (uint e = 0; e < RUN; ++e) {
        found[e] = neutralOf(how);
    }
    for (uint first = columnLane(); first < column.steps; first += teamSize * stepsAtOnce) {
        float values[stepsAtOnce][RUN];
        [[unroll]] for (uint s = 0; s < stepsAtOnce; ++s) {
            const uint step = stepsAtOnce == 1 ? first : min(first + s * teamSize, column.steps - 1);
            readRun(column.place + stepPlace(column.firstStep + step), values[s]);
        }
        [[unroll]] for (uint s = 0; s < stepsAtOnce; ++s) {
            if (stepsAtOnce == 1 || first + s * teamSize < column.steps) {
                [[unroll]] for (uint e = 0; e < RUN; ++e) {
                    found[e] = bothOf(how, found[e], addedOf(how, values[s][e], shift[e]));
                }
            }
        }
    }
    mergeTeam(how, found);
}

void reduceColumn(Column column, out float sum[RUN], out float shift[RUN])
{
    [[unroll]] for (uint e = 0; e < RUN; ++e) {
        shift[e] = 0.0;
    }
    if (kind == LOG_SUM_EXP) {
        reduceSteps(MAXIMUM, column, shift, sum);
        [[unroll]] for (uint e = 0; e < RUN; ++e) {
            shift[e] = isinf(sum[e]) ? 0.0 : sum[e];
        }
    }
    reduceSteps(kind, column, shift, sum);
}

#endif
