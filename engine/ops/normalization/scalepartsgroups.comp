// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// scalepartsheld.comp for software devices: eight neighbours at once, where y begins a group of eight, and those at both ends of a
// part that are none one by one. Its tensors and parameters are the same. A run has eight elements or more, or one.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "real.glsl"
#include "rows.glsl"
#include "product/activation.glsl"
#include "normalization/normalized.glsl"

PARAMETERS(uint teams; uint parts; uint partLength; uint extent; uint period; uint rowStep; uint run; float low; float high;)

GROUPS(0, x)
GROUPS(1, scale)
GROUPS(2, bias)
TENSOR(3, writeonly, T0, y)
WIDE_TENSOR(3, writeonly, y)
TENSOR(4, readonly, F32, mean)
TENSOR(5, readonly, F32, inverseDeviation)

layout(constant_id = 7) const uint activation = 0;
layout(constant_id = 8) const uint scalesEach = 0; // runs are single elements
layout(constant_id = 9) const uint isAligned = 0; // groups of y are groups of x
layout(constant_id = 10) const uint endsRuns = 0; // a group may have elements of two runs
layout(constant_id = 11) const uint areWholeGroups = 0; // parts are whole groups

#include "reduction/parts.glsl"

// Where elements of the row have their scales and biases.
struct Place {
    uint i; // the first of eight
    uint index; // its run
    uint left; // elements of the run from there on
};

// Of the first element, and of those behind it in a part: a division of small numbers, which a product of floats misses by
// one at most.
Place placeIn(Place first, uint i, uint run, float perRun)
{
    const uint beyond = run - first.left + i - first.i;
    uint runs = uint(float(beyond) * perRun);
    runs -= runs * run > beyond ? 1 : 0;
    runs += beyond - runs * run >= run ? 1 : 0;
    return Place(i, first.index + runs, run - (beyond - runs * run));
}

// Scales or biases of eight, `end` being the last texel of those of the row.
#define PARAMETER_GROUP(name)                                                                                         \
    void name##Of(uint parameter, Place place, uint end, out float values[8])                                         \
    {                                                                                                                 \
        if (scalesEach != 0) {                                                                                        \
            const uint begin = push.tensorOffset[name##Slot] + parameter + place.i;                                   \
            READ_NEIGHBOURS(name, begin / texelElements, 0, end, begin, 8, values)                                    \
            return;                                                                                                   \
        }                                                                                                             \
        const float one = READ(name, parameter + place.index);                                                        \
        const float next = endsRuns != 0 ? READ(name, parameter + place.index + (place.left < 8 ? 1 : 0)) : one;      \
        [[unroll]] for (uint e = 0; e < 8; ++e) {                                                                     \
            values[e] = endsRuns != 0 && e >= place.left ? next : one;                                                \
        }                                                                                                             \
    }
PARAMETER_GROUP(scale)
PARAMETER_GROUP(bias)

void main()
{
    const uint team = teamRow();
    const Part part = partOf(team);
    const float average = AT(mean, part.row);
    const float inverse = AT(inverseDeviation, part.row);
    const uint parameter = part.row % push.period * push.rowStep;
    // Push constants that are read where lanes may differ are read by each lane, every time; these once.
    const uint run = push.run;
    const float low = push.low;
    const float high = push.high;
    const uint scaleEnd = (push.tensorOffset[1] + parameter + push.extent - 1) / texelElements;
    const uint biasEnd = (push.tensorOffset[2] + parameter + push.extent - 1) / texelElements;
    const uint rowBegin = part.row * push.extent;
    const uint xBegin = push.tensorOffset[0] + rowBegin;
    const uint xEnd = (xBegin + push.extent - 1) / texelElements;
    // Places count from where y's memory begins, as its groups do.
    const uint yBegin = push.tensorOffset[3] + rowBegin;
    const uint begin = yBegin + part.first;
    const uint end = team < push.teams ? begin + part.elements : begin;
    const uint firstGroup = (begin + 7) / 8;
    const uint groups = max(end / 8, firstGroup) - firstGroup;
    const Place partPlace = Place(part.first, part.first / run, run - part.first % run);
    const float perRun = 1.0 / float(run);
    TEAM_FOR(g, groups) {
        const uint i = (firstGroup + g) * 8 - yBegin;
        float values[8];
        float scales[8];
        float biases[8];
        if (isAligned != 0) {
            READ_GROUP(x, (xBegin + i) / 8, values);
        } else {
            READ_NEIGHBOURS(x, (xBegin + i) / texelElements, 0, xEnd, xBegin + i, 8, values)
        }
        const Place place = placeIn(partPlace, i, run, perRun);
        scaleOf(parameter, place, scaleEnd, scales);
        if (hasBias != 0) {
            biasOf(parameter, place, biasEnd, biases);
        }
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            float value = (values[e] - average) * inverse * scales[e];
            if (hasBias != 0) {
                value += biases[e];
            }
            values[e] = activated(value, activation, low, high);
        }
        GROUP(y, firstGroup + g) = packGroup(values);
    }
    if (areWholeGroups != 0) {
        return;
    }
    const uint before = min(firstGroup * 8, end) - begin;
    const uint alone = end - begin - groups * 8;
    TEAM_FOR(k, alone) {
        const uint i = (k < before ? begin + k : end - alone + k) - yBegin;
        const uint at = parameter + (scalesEach != 0 ? i : i / run);
        float value = (READ(x, rowBegin + i) - average) * inverse * READ(scale, at);
        if (hasBias != 0) {
            value += READ(bias, at);
        }
        STORE(T0, y, rowBegin + i, activated(value, activation, low, high));
    }
}
