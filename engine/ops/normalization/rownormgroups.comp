// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// rownorm.comp for software devices: eight neighbours at once, where rows are whole groups of eight, x and y begin at one, and
// runs of elements with the same scale are such groups, too, or single elements.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "real.glsl"
#include "rows.glsl"
#include "product/activation.glsl"
#include "normalization/normalized.glsl"

GROUPS(0, x)
GROUPS(1, scale)
GROUPS(2, bias)
WIDE_TENSOR(3, writeonly, y)
TENSOR(4, writeonly, F32, mean)
TENSOR(5, writeonly, F32, inverseDeviation)

PARAMETERS(uint rows; uint extent; uint period; uint rowStep; uint run; float epsilon; float low; float high;)

layout(constant_id = 5) const uint writesMean = 0;
layout(constant_id = 6) const uint writesDeviation = 0;
layout(constant_id = 7) const uint activation = 0;
layout(constant_id = 8) const uint scalesEach = 0; // runs are single elements

float sumOf(float v[8]) { return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7])); }

// In two walks, for the reasons that moments.glsl has.
Moments momentsOf(uint first, uint groups, float extent, float epsilon)
{
    Moments moments;
    moments.average = 0.0;
    if (subtractsMean != 0) {
        float sum = 0.0;
        TEAM_FOR(g, groups) {
            float values[8];
            READ_GROUP(x, first + g, values);
            sum += sumOf(values);
        }
        moments.average = teamSum(sum) / extent;
    }
    float squares = 0.0;
    TEAM_FOR(g, groups) {
        float values[8];
        READ_GROUP(x, first + g, values);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            values[e] -= moments.average;
            values[e] *= values[e];
        }
        squares += sumOf(values);
    }
    moments.inverse = inversesqrt(teamSum(squares) / extent + epsilon);
    return moments;
}

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint groupsOfRow = push.extent / 8;
    const uint groups = exists ? groupsOfRow : 0;
    const uint first = push.tensorOffset[0] / 8 + row * groupsOfRow;
    const uint firstResult = push.tensorOffset[3] / 8 + row * groupsOfRow;
    const Moments moments = momentsOf(first, groups, float(push.extent), push.epsilon);
    const uint parameter = row % push.period * push.rowStep;
    // Push constants that are read where lanes may differ are read by each lane, every time; these once.
    const uint run = push.run;
    const uint scaleBegin = push.tensorOffset[1] + parameter;
    const uint biasBegin = push.tensorOffset[2] + parameter;
    const uint scaleEnd = (scaleBegin + push.extent - 1) / texelElements;
    const uint biasEnd = (biasBegin + push.extent - 1) / texelElements;
    const float low = push.low;
    const float high = push.high;
    TEAM_FOR(g, groups) {
        float values[8];
        READ_GROUP(x, first + g, values);
        float scales[8];
        float biases[8];
        if (scalesEach != 0) {
            READ_NEIGHBOURS(scale, (scaleBegin + g * 8) / texelElements, 0, scaleEnd, scaleBegin, 8, scales)
            if (hasBias != 0) {
                READ_NEIGHBOURS(bias, (biasBegin + g * 8) / texelElements, 0, biasEnd, biasBegin, 8, biases)
            }
        } else {
            const uint at = parameter + g * 8 / run;
            const float oneScale = READ(scale, at);
            const float oneBias = hasBias != 0 ? READ(bias, at) : 0.0;
            [[unroll]] for (uint e = 0; e < 8; ++e) {
                scales[e] = oneScale;
                biases[e] = oneBias;
            }
        }
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            float value = (values[e] - moments.average) * moments.inverse * scales[e];
            if (hasBias != 0) {
                value += biases[e];
            }
            values[e] = activated(value, activation, low, high);
        }
        GROUP(y, firstResult + g) = packGroup(values);
    }
    if (exists && teamLane() == 0) {
        if (writesMean != 0) {
            AT(mean, row) = moments.average;
        }
        if (writesDeviation != 0) {
            AT(inverseDeviation, row) = moments.inverse;
        }
    }
}
