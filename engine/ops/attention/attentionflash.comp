// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention for software devices, without scores in memory: a lane keeps laneRows rows of q and of the result in
// registers and walks the keys in blocks of 8 (blocks.glsl), whose probabilities are relative to the largest score so
// far; sum and result are rescaled once per block. Scores are in units of log2, so that exp2 serves.

#include "tensor.glsl"
#include "attention/blocks.glsl"

layout(local_size_x = 8) in;

TENSOR(0, readonly, T0, q)
BLOCKS_TO_READ(1)
TENSOR(2, readonly, T0, mask)
TENSOR(3, writeonly, T0, y)
TENSOR(4, readonly, I32, lengths)

PARAMETERS(uint rows; uint keys; float scale; uint innerBatch; uint maskOuter; uint maskInner; uint maskRow;
           uint maskColumn; uint causalSteps; uint causalBefore; uint causalMatrices; float softcap; uint heads;)

layout(constant_id = 0) const uint depth = 8;
layout(constant_id = 1) const uint width = 8;
layout(constant_id = 2) const uint laneRows = 4;
layout(constant_id = 3) const uint isRagged = 0; // the last block is not full
layout(constant_id = 4) const uint hasMask = 0;
layout(constant_id = 5) const uint causal = 0;
layout(constant_id = 6) const uint isCapped = 0;
layout(constant_id = 7) const uint headsInside = 0;

#include "attention/heads.glsl"
#include "attention/visible.glsl"

const float lowest = -3.402823466e38;
const float log2e = 1.442695041;

// Not below 2^-100: a row whose every key is masked stays the mean of the values. Comparisons keep NaN, which max() may lose.
float weightOf(float exponent)
{
    return exp2(exponent < -100.0 ? -100.0 : exponent);
}

void main()
{
    const uint matrix = gl_WorkGroupID.y;
    const uint row0 = (gl_WorkGroupID.x * 8 + gl_LocalInvocationID.x) * laneRows;
    float rows[laneRows][depth];
    float result[laneRows][width];
    float largest[laneRows];
    float sum[laneRows];
    uint mask0[laneRows];
    uint seen[laneRows]; // keys
    const uint before = placesBefore(matrix);
    [[unroll]] for (uint r = 0; r < laneRows; ++r) {
        const uint row = min(row0 + r, push.rows - 1);
        [[unroll]] for (uint d = 0; d < depth; ++d) {
            rows[r][d] = 0.0;
        }
        [[unroll]] for (uint w = 0; w < width; ++w) {
            result[r][w] = 0.0;
        }
        largest[r] = lowest;
        sum[r] = 0.0;
        mask0[r] = matrix / push.innerBatch * push.maskOuter + matrix % push.innerBatch * push.maskInner
            + row * push.maskRow;
        seen[r] = keysSeen(row, before, push.keys);
    }

    // A loop that stays one, here and at the end: the driver's compiler takes time with the square of the accesses that
    // the code holds.
    [[dont_unroll]] for (uint e = 0; e < 8; ++e) {
        [[unroll]] for (uint r = 0; r < laneRows; ++r) {
            const uint begin = matrixBegin(headsOfQ, matrix, push.rows, depth)
                + min(row0 + r, push.rows - 1) * rowPitch(headsOfQ, depth);
            [[unroll]] for (uint g = 0; g < depth; g += 8) {
                const float value = LOAD(T0, q, begin + min(g + e, depth - 1)) * (isCapped != 0 ? push.scale : push.scale * log2e);
                [[unroll]] for (uint p = 0; p < 8; ++p) {
                    if (g + p < depth) {
                        rows[r][g + p] = p == e ? value : rows[r][g + p];
                    }
                }
            }
        }
    }

    const uint blockCount = (push.keys + 7) / 8;
    FIND_BLOCKS
    uint group = matrix * blockCount * (depth + width);
    // The same for all lanes: they run together.
    const uint firstRow = gl_WorkGroupID.x * 8 * laneRows;
    const uint keys = keysSeenByAny(firstRow, min(firstRow + 8 * laneRows, push.rows) - 1, before, push.keys);
    for (uint first = 0; first < keys; first += 8) {
        float scores[laneRows][8];
        [[unroll]] for (uint d = 0; d < depth; ++d) {
            float keys[8];
            READ_BLOCK(group + d, keys);
            [[unroll]] for (uint r = 0; r < laneRows; ++r) {
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    const float product = rows[r][d] * keys[e];
                    scores[r][e] = d == 0 ? product : scores[r][e] + product;
                }
            }
        }
        float factor[laneRows];
        [[unroll]] for (uint r = 0; r < laneRows; ++r) {
            float top = largest[r];
            [[unroll]] for (uint e = 0; e < 8; ++e) {
                if (isCapped != 0) {
                    scores[r][e] = capped(scores[r][e]) * log2e;
                }
                if (hasMask != 0) {
                    const uint column = min(first + e, push.keys - 1);
                    scores[r][e] += LOAD(T0, mask, mask0[r] + column * push.maskColumn) * log2e;
                }
                if (isRagged != 0 || causal != 0) {
                    scores[r][e] = first + e < seen[r] ? scores[r][e] : lowest;
                }
                top = max(top, scores[r][e]);
            }
            factor[r] = weightOf(largest[r] - top);
            largest[r] = top;
            float blockSum = 0.0;
            [[unroll]] for (uint e = 0; e < 8; ++e) {
                scores[r][e] = weightOf(scores[r][e] - top);
                if (isRagged != 0 || causal != 0) {
                    scores[r][e] = first + e < seen[r] ? scores[r][e] : 0.0;
                }
                blockSum += scores[r][e];
            }
            sum[r] = sum[r] * factor[r] + blockSum;
        }
        [[unroll]] for (uint w = 0; w < width; ++w) {
            float values[8];
            READ_BLOCK(group + depth + w, values);
            [[unroll]] for (uint r = 0; r < laneRows; ++r) {
                float value = result[r][w] * factor[r];
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    value += scores[r][e] * values[e];
                }
                result[r][w] = value;
            }
        }
        group += depth + width;
    }

    [[unroll]] for (uint r = 0; r < laneRows; ++r) {
        sum[r] = 1.0 / sum[r];
    }
    [[dont_unroll]] for (uint e = 0; e < 8; ++e) {
        [[unroll]] for (uint r = 0; r < laneRows; ++r) {
            [[unroll]] for (uint g = 0; g < width; g += 8) {
                float value = result[r][g];
                [[unroll]] for (uint p = 1; p < 8; ++p) {
                    if (g + p < width) {
                        value = p == e ? result[r][g + p] : value;
                    }
                }
                if (row0 + r < push.rows && (g + 8 <= width || g + e < width)) {
                    const uint begin =
                        matrixBegin(headsOfY, matrix, push.rows, width) + (row0 + r) * rowPitch(headsOfY, width);
                    STORE(T0, y, begin + g + e, value * sum[r]);
                }
            }
        }
    }
}
