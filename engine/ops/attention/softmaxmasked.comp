// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention's scores become probabilities in place: row = softmax(row + mask row)
// over the keys that the row sees (visible.glsl). Rows are `stride` apart, a multiple
// of 8, and read in groups of 8 (product/wide.glsl); the phase is that of the whole
// matrix, which is scratch memory and begins at a group.

#include "tensor.glsl"
#define GROUPS_OF_WORDS
#include "product/wide.glsl"
#include "rows.glsl"

TENSOR(0, , T0, x)
TENSOR(1, readonly, T0, mask)
TENSOR(2, readonly, I32, lengths)
WIDE_TENSOR(0, , x)

PARAMETERS(uint rows; uint extent; uint stride; uint rowsPerMatrix; uint firstRow; uint firstMatrix; uint innerBatch;
           uint maskOuter; uint maskInner; uint maskRow; uint maskColumn; uint causalSteps; uint causalBefore;
           uint causalMatrices; float softcap;)

layout(constant_id = 3) const uint hasMask = 0;
layout(constant_id = 4) const uint causal = 0;
layout(constant_id = 5) const uint isCapped = 0;

#include "attention/visible.glsl"

const float minusInfinity = -3.402823466e38;

uint matrixOf(uint row) { return push.firstMatrix + row / push.rowsPerMatrix; }

uint maskBegin(uint row)
{
    const uint matrix = matrixOf(row);
    return matrix / push.innerBatch * push.maskOuter + matrix % push.innerBatch * push.maskInner
        + (push.firstRow + row % push.rowsPerMatrix) * push.maskRow;
}

void loadScores(uint group, uint mask0, uint first, out float values[8])
{
    unpackGroup(GROUP(x, group), values);
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        values[e] = capped(values[e]);
        if (hasMask != 0 && first + e < push.extent) {
            values[e] += LOAD(T0, mask, mask0 + (first + e) * push.maskColumn);
        }
    }
}

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint group0 = (push.tensorOffset[0] + row * push.stride) / 8;
    const uint mask0 = hasMask != 0 && exists ? maskBegin(row) : 0;
    const uint keys = exists ? push.extent : 0;
    const uint extent =
        exists ? keysSeen(push.firstRow + row % push.rowsPerMatrix, placesBefore(matrixOf(row)), keys) : 0;
    float ownLargest = minusInfinity; // of this invocation's part
    float ownSum = 0.0;
    TEAM_FOR(group, (extent + 7) / 8) {
        const uint first = 8 * group;
        float values[8];
        loadScores(group0 + group, mask0, first, values);
        float top = ownLargest;
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            top = first + e < extent ? max(top, values[e]) : top;
        }
        ownSum *= exp(ownLargest - top);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            ownSum += first + e < extent ? exp(values[e] - top) : 0.0;
        }
        ownLargest = top;
    }
    const float largest = teamMax(ownLargest);
    const float scale = 1.0 / teamSum(teamSize == 1 ? ownSum : ownSum * exp(ownLargest - largest));
    TEAM_FOR(group, (keys + 7) / 8) {
        const uint first = 8 * group;
        float values[8];
        if (causal == 0 || first < extent) {
            loadScores(group0 + group, mask0, first, values);
        }
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            values[e] = first + e < extent ? exp(values[e] - largest) * scale : 0.0;
        }
        GROUP(x, group0 + group) = packGroup(values);
    }
}
