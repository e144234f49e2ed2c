// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reducecolumns.comp for software devices: eight neighbours at once, wherever they begin.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "reduction/kinds.glsl"

#define RUN 8
#include "reduction/columns.glsl"

layout(constant_id = 7) const uint areWholeGroups = 0; // runs begin at groups of eight, and nothing else is in them
layout(constant_id = 8) const uint storeWidth = 1; // of storerow.glsl

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(1, writeonly, y)
PARTS_OF_TENSOR(1, writeonly, y)
TENSOR(2, writeonly, F32, found)

#include "product/storerow.glsl"

void readRun(uint place, out float values[RUN])
{
    const uint begin = push.tensorOffset[0] + place;
    if (areWholeGroups != 0) {
        READ_GROUP(x, begin / 8, values);
        return;
    }
    const uint last = (push.tensorOffset[0] + push.lastElement) / texelElements;
    READ_NEIGHBOURS(x, begin / texelElements, 0, last, begin, RUN, values)
}

void main()
{
    const Column column = columnOf();
    float sum[RUN];
    float shift[RUN];
    reduceColumn(column, sum, shift);
    if (column.steps == 0 || columnLane() != 0) {
        return;
    }
    if (makesParts == 0) {
        [[unroll]] for (uint e = 0; e < RUN; ++e) {
            sum[e] = finished(Reduced(sum[e], shift[e]), push.extent);
        }
        storeRow(sum, column.result, column.result % push.run, push.run);
        return;
    }
    [[unroll]] for (uint e = 0; e < RUN; ++e) {
        if (e < column.neighbours) {
            AT(found, column.found + e) = sum[e];
            if (kind == LOG_SUM_EXP) {
                AT(found, push.count / push.across * push.pitch + column.found + e) = shift[e];
            }
        }
    }
}
