// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product of doubles and integers for software devices, as gemmwide.comp has that of floats: every lane keeps a tile of tileRows x
// tileColumns results in registers, reads B's part of eight steps along the depth, and then goes row by row of A, so that a sum stays
// in a register meanwhile. What begins in the midst of a texel is shifted into place.

#include "tensor.glsl"
#include "real.glsl"
#include "product/numbers.glsl"

layout(local_size_x = 8) in;

WORD_TEXELS(0, a)
WORD_TEXELS(1, b)
TENSOR(2, writeonly, T0, c)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, REAL, factors)
TENSOR(4, readonly, T0, residual)

#include "product/matrix.glsl"
#include "product/rowsofb.glsl"
#include "product/numberresult.glsl"

layout(constant_id = 4) const uint tileRows = 8;
layout(constant_id = 5) const uint tileColumns = 8;
layout(constant_id = 6) const uint shiftedA = 0; // rows may begin in the midst of a texel
layout(constant_id = 7) const uint shiftedB = 0; // or columns, where B is transposed

const uint stepsAtOnce = 8;

// Elements of the memory that is bound: where the tile's rows of A begin, its columns of B where that is transposed, and B.
uint beginA[tileRows];
uint beginB[tileColumns];
uint firstB;

// Adds up to `count` steps along the depth from k on, a constant.
#define ADD_STEPS(count, k)                                                                                           \
    {                                                                                                                 \
        T0_COMPUTE stepsOfB[count][tileColumns];                                                                      \
        if (transposedB != 0) {                                                                                       \
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {                                                       \
                const uint last = (beginB[j] + push.depth - 1) / texelNumbers;                                        \
                T0_COMPUTE run[count];                                                                                \
                READ_NUMBERS(b, beginB[j] + k, last, shiftedB, count, run)                                            \
                [[unroll]] for (uint u = 0; u < count; ++u) {                                                         \
                    stepsOfB[u][j] = run[u];                                                                          \
                }                                                                                                     \
            }                                                                                                         \
        } else {                                                                                                      \
            [[unroll]] for (uint u = 0; u < count; ++u) {                                                             \
                const uint first = firstB + rowB.offset;                                                              \
                const uint last = (first + push.columns - 1) / texelNumbers;                                          \
                READ_NUMBERS(b, first + column0, last, shiftedB, tileColumns, stepsOfB[u])                            \
                toNextRow(rowB);                                                                                      \
            }                                                                                                         \
        }                                                                                                             \
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {                                                              \
            const uint last = (beginA[i] + push.depth - 1) / texelNumbers;                                            \
            T0_COMPUTE run[count];                                                                                    \
            READ_NUMBERS(a, beginA[i] + k, last, shiftedA, count, run)                                                \
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {                                                       \
                T0_COMPUTE sum = sums[i][j];                                                                          \
                [[unroll]] for (uint u = 0; u < count; ++u) {                                                         \
                    sum += run[u] * stepsOfB[u][j];                                                                   \
                }                                                                                                     \
                sums[i][j] = sum;                                                                                     \
            }                                                                                                         \
        }                                                                                                             \
    }

void main()
{
    if (isLeftOut()) {
        return;
    }
    const uint lane = gl_LocalInvocationID.x;
    // Groups that follow each other share their columns of B.
    const uint group = linearIndex() / 8;
    const uint lanesDown = 8 / push.lanesAcross;
    const uint groupsDown = (push.rows + tileRows * lanesDown - 1) / (tileRows * lanesDown);
    const uint row0 = (group % groupsDown * lanesDown + lane / push.lanesAcross) * tileRows;
    const uint column0 = (group / groupsDown * push.lanesAcross + lane % push.lanesAcross) * tileColumns;
    const uint firstA = push.tensorOffset[aSlot] + batchOffsetA();
    firstB = push.tensorOffset[bSlot] + batchOffsetB();
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        beginA[i] = firstA + min(row0 + i, push.rows - 1) * push.strideA;
    }
    [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
        beginB[j] = firstB + min(column0 + j, push.columns - 1) * push.channelStride;
    }
    T0_COMPUTE sums[tileRows][tileColumns];
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            sums[i][j] = T0_COMPUTE(0);
        }
    }
    RowOfB rowB = firstRowOfB;
    const uint tail = push.depth / stepsAtOnce * stepsAtOnce;
    for (uint k = 0; k < tail; k += stepsAtOnce) {
        ADD_STEPS(stepsAtOnce, k)
    }
    for (uint k = tail; k < push.depth; ++k) {
        ADD_STEPS(1, k)
    }

    T0_COMPUTE rowBias[tileRows];
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        rowBias[i] = biasKind == 1 ? biasOf(min(row0 + i, push.rows - 1), 0) : T0_COMPUTE(0);
    }
    [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
        const uint column = column0 + j;
        const T0_COMPUTE columnBias = biasKind == 2 ? biasOf(0, min(column, push.columns - 1)) : T0_COMPUTE(0);
        bool exists;
        const uint place = placeOfColumn(column, exists);
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            if (exists && row0 + i < push.rows) {
                storeNumber(row0 + i, column, place, sums[i][j], biasKind == 2 ? columnBias : rowBias[i]);
            }
        }
    }
}
