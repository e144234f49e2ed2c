// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Reductions over dimensions that have others behind them (columns.glsl): four neighbours at once, or one.

#include "tensor.glsl"
#include "vectors.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "reduction/kinds.glsl"

#define RUN 4
#include "reduction/columns.glsl"

TENSOR(0, readonly, T0, x)
VECTOR_TENSOR(0, readonly, VECTOR(T0_STORAGE), x)
TENSOR(1, writeonly, T0, y)
VECTOR_TENSOR(1, writeonly, VECTOR(T0_STORAGE), y)
TENSOR(2, writeonly, F32, found)

// Runs and their distances are multiples of `width`, but tensors may begin anywhere.
void readRun(uint place, out float values[RUN])
{
    if (width == RUN && push.tensorOffset[0] % RUN == 0) {
        const vec4 quad = VECTOR(T0_LOAD)(VECTOR_AT(x, (push.tensorOffset[0] + place) / RUN));
        values = float[](quad.x, quad.y, quad.z, quad.w);
        return;
    }
    [[unroll]] for (uint e = 0; e < RUN; ++e) {
        values[e] = LOAD(T0, x, place + (e < width ? e : 0));
    }
}

void writeRun(uint place, float values[RUN])
{
    if (width == RUN && push.tensorOffset[1] % RUN == 0) {
        VECTOR_AT(y, (push.tensorOffset[1] + place) / RUN) =
            VECTOR(T0_STORE)(vec4(values[0], values[1], values[2], values[3]));
        return;
    }
    [[unroll]] for (uint e = 0; e < width; ++e) {
        STORE(T0, y, place + e, values[e]);
    }
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
        writeRun(column.result, sum);
        return;
    }
    [[unroll]] for (uint e = 0; e < width; ++e) {
        AT(found, column.found + e) = sum[e];
        if (kind == LOG_SUM_EXP) {
            AT(found, push.count / push.across * push.pitch + column.found + e) = shift[e];
        }
    }
}
