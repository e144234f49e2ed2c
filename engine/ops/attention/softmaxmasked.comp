// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention's scores become probabilities in place: row = softmax(row + mask row). Rows are `stride` apart, a multiple
// of 8. On software devices a lane does a row in groups of 8 (product/wide.glsl); the phase is that of the whole
// matrix, which is scratch memory and begins at a group.

#include "tensor.glsl"
#include "product/wide.glsl"

layout(local_size_x = 64) in;

TENSOR(0, , T0, x)
TENSOR(1, readonly, T0, mask)
WIDE_TENSOR(0, , x)

PARAMETERS(uint rows; uint extent; uint stride; uint rowsPerMatrix; uint firstRow; uint firstMatrix; uint innerBatch;
           uint maskOuter; uint maskInner; uint maskRow; uint maskColumn;)

layout(constant_id = 0) const uint hasMask = 0;

const float minusInfinity = -3.402823466e38;

uint maskBegin(uint row)
{
    const uint matrix = push.firstMatrix + row / push.rowsPerMatrix;
    return matrix / push.innerBatch * push.maskOuter + matrix % push.innerBatch * push.maskInner
        + (push.firstRow + row % push.rowsPerMatrix) * push.maskRow;
}

void loadScores(uint group, uint mask0, uint first, out float values[8])
{
    unpackGroup(GROUP(x, group), values);
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        if (hasMask != 0 && first + e < push.extent) {
            values[e] += LOAD(T0, mask, mask0 + (first + e) * push.maskColumn);
        }
    }
}

void main()
{
    const uint row = linearIndex();
    if (row >= push.rows) {
        return;
    }
    const uint group0 = (push.tensorOffset[0] + row * push.stride) / 8;
    const uint mask0 = hasMask != 0 ? maskBegin(row) : 0;
    float largest = minusInfinity;
    float sum = 0.0;
    for (uint first = 0; first < push.extent; first += 8) {
        float values[8];
        loadScores(group0 + first / 8, mask0, first, values);
        float top = largest;
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            top = first + e < push.extent ? max(top, values[e]) : top;
        }
        sum *= exp(largest - top);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            sum += first + e < push.extent ? exp(values[e] - top) : 0.0;
        }
        largest = top;
    }
    const float scale = 1.0 / sum;
    for (uint first = 0; first < push.extent; first += 8) {
        float values[8];
        loadScores(group0 + first / 8, mask0, first, values);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            values[e] = first + e < push.extent ? exp(values[e] - largest) * scale : 0.0;
        }
        GROUP(x, group0 + first / 8) = packGroup(values);
    }
}
