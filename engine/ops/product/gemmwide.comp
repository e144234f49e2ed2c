// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for software devices: every lane keeps a tile of tileRows x 8 * tileGroups results in registers, and all
// loads are groups of 8 elements (wide.glsl), because there a load costs as much as some 50 multiplications.
// Groups are aligned in memory, matrices need not be:
//  - along k, the loop starts where the operand's groups start (its phase) and single k are done before and after;
//    an operand whose rows have different phases, or differ from the other operand's, is shifted into place from two
//    neighbouring groups (shiftedA, shiftedB);
//  - along n, a lane's columns begin at B's group boundaries, so the first tile may begin before column 0.
// B's row starts (stride and batch stride) are multiples of 8 apart unless it is transposed.

#include "product/operands.glsl"
#include "product/wide.glsl"
#include "product/shift.glsl"

layout(local_size_x = 8) in;

WIDE_TENSOR(0, readonly, a)
WIDE_TENSOR(1, readonly, b)
WIDE_TENSOR(2, writeonly, c)

#include "product/matrix.glsl"

layout(constant_id = 4) const uint tileRows = 16;
layout(constant_id = 5) const uint tileGroups = 2;
layout(constant_id = 6) const uint shiftedA = 0;
layout(constant_id = 7) const uint shiftedB = 0; // only with transposedB
layout(constant_id = 8) const uint wideStores = 0; // C's rows are multiples of 8 apart, and so are its batches
const uint tileColumns = tileGroups * 8;

void main()
{
    const uint lane = gl_LocalInvocationID.x;
    const uint firstA = push.tensorOffset[0] + batchOffsetA();
    const uint firstB = push.tensorOffset[1] + batchOffsetB();
    const uint row0 = (gl_WorkGroupID.x * (8 / push.lanesAcross) + lane / push.lanesAcross) * tileRows;
    const uint columnPhase = transposedB != 0 ? 0 : firstB & 7u;
    // Columns are counted from columnPhase before column 0.
    // Rows first: consecutive groups share their columns of B, which are more than the rows of A.
    const uint tileColumn = (gl_WorkGroupID.y * push.lanesAcross + lane % push.lanesAcross) * tileColumns;

    uint beginA[tileRows]; // element index of each row of A
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        beginA[i] = firstA + min(row0 + i, push.rows - 1) * push.strideA;
    }
    uint beginB[tileColumns]; // transposed: element index of each row of B
    uint groupB[tileGroups]; // else: group of the tile's columns in B's row 0
    if (transposedB != 0) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            beginB[j] = firstB + min(tileColumn + j, push.columns - 1) * push.channelStride;
        }
    } else {
        const uint lastGroup = (columnPhase + push.columns - 1) / 8;
        [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
            groupB[j] = firstB / 8 + min(tileColumn / 8 + j, lastGroup);
        }
    }

    float sum[tileRows][tileColumns];
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            sum[i][j] = 0.0;
        }
    }

    // k is processed one by one up to `head` and from `tail`, in groups of 8 between.
    const uint phase = transposedB != 0 ? (shiftedB != 0 ? 0 : firstB & 7u) : (shiftedA != 0 ? 0 : firstA & 7u);
    const uint head = min((8 - phase) & 7u, push.depth);
    const uint groups = (push.depth - head) / 8;
    const uint tail = head + groups * 8;

    for (uint k = 0; k < push.depth; ++k) {
        if (k == head) {
            k = tail;
            if (k >= push.depth) {
                break;
            }
        }
        float valuesB[tileColumns];
        if (transposedB != 0) {
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                valuesB[j] = T0_LOAD(AT(b, beginB[j] + k - push.tensorOffset[1]));
            }
        } else {
            [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
                float group[8];
                unpackGroup(GROUP(b, groupB[j] + rowOffsetB(k) / 8), group);
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    valuesB[j * 8 + e] = group[e];
                }
            }
        }
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            const float value = T0_LOAD(AT(a, beginA[i] + k - push.tensorOffset[0]));
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                sum[i][j] += value * valuesB[j];
            }
        }
    }

    float carryA[tileRows][8]; // the current group of each row, when shifted
    if (shiftedA != 0) {
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            unpackGroup(GROUP(a, (beginA[i] + head) / 8), carryA[i]);
        }
    }
    float carryB[tileColumns][8];
    if (shiftedB != 0) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            unpackGroup(GROUP(b, (beginB[j] + head) / 8), carryB[j]);
        }
    }
    uint tapColumn = head % tapColumns();
    uint tapRow = head / tapColumns() % tapRows();
    uint offsetB = rowOffsetB(head);
    const uint rowStep = push.tapRowStride - tapColumns() * push.tapStride;
    const uint channelStep = push.channelStride - tapRows() * push.tapRowStride;

    // B's 8 rows first, then row by row of A: a sum stays in a register for 8 steps along k. (Values that a loop
    // carries are loaded, blended with the mask of active lanes and stored again in every round.)
    for (uint g = 0; g < groups; ++g) {
        float valuesB[8][tileColumns];
        if (transposedB != 0) {
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                const uint begin = beginB[j] + head;
                float values[8];
                if (shiftedB != 0) {
                    float upper[8];
                    unpackGroup(GROUP(b, min(begin / 8 + g + 1, (beginB[j] + push.depth - 1) / 8)), upper);
                    shiftInto(carryB[j], upper, begin & 7u, values);
                    carryB[j] = upper;
                } else {
                    unpackGroup(GROUP(b, begin / 8 + g), values);
                }
                [[unroll]] for (uint u = 0; u < 8; ++u) {
                    valuesB[u][j] = values[u];
                }
            }
        } else {
            [[unroll]] for (uint u = 0; u < 8; ++u) {
                [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
                    float group[8];
                    unpackGroup(GROUP(b, groupB[j] + offsetB / 8), group);
                    [[unroll]] for (uint e = 0; e < 8; ++e) {
                        valuesB[u][j * 8 + e] = group[e];
                    }
                }
                tapColumn += 1;
                offsetB += push.tapStride;
                const bool rowDone = tapColumn == tapColumns();
                tapColumn = rowDone ? 0 : tapColumn;
                tapRow += rowDone ? 1 : 0;
                offsetB += rowDone ? rowStep : 0;
                const bool channelDone = tapRow == tapRows();
                tapRow = channelDone ? 0 : tapRow;
                offsetB += channelDone ? channelStep : 0;
            }
        }
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            const uint begin = beginA[i] + head;
            float valuesA[8];
            if (shiftedA != 0) {
                float upper[8];
                unpackGroup(GROUP(a, min(begin / 8 + g + 1, (beginA[i] + push.depth - 1) / 8)), upper);
                shiftInto(carryA[i], upper, begin & 7u, valuesA);
                carryA[i] = upper;
            } else {
                unpackGroup(GROUP(a, begin / 8 + g), valuesA);
            }
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                float value = sum[i][j];
                [[unroll]] for (uint u = 0; u < 8; ++u) {
                    value += valuesA[u] * valuesB[u][j];
                }
                sum[i][j] = value;
            }
        }
    }

    const uint firstC = batchOffsetC();
    const bool wide = wideStores != 0 && ((columnPhase | push.tensorOffset[2]) & 7u) == 0;
    if (wide) {
        float biasB[tileColumns];
        if (biasKind == 2) {
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                biasB[j] = T0_LOAD(AT(bias, biasIndex(0, min(tileColumn + j, push.columns - 1)))) * push.beta;
            }
        }
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            if (row0 + i < push.rows) {
                float scaleA = push.alpha;
                float biasA = 0.0;
                if (biasKind == 1) {
                    biasA = T0_LOAD(AT(bias, biasIndex(row0 + i, 0))) * push.beta;
                } else if (biasKind == 3) {
                    scaleA *= rowFactor(row0 + i);
                    biasA = rowSum(row0 + i);
                }
                [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
                    const uint column = tileColumn + j * 8;
                    if (column < push.columns) {
                        const uint begin = firstC + (row0 + i) * push.strideC + column;
                        float values[8];
                        [[unroll]] for (uint e = 0; e < 8; ++e) {
                            values[e] = sum[i][j * 8 + e] * scaleA + (biasKind == 2 ? biasB[j * 8 + e] : biasA);
                            if (hasResidual != 0) {
                                values[e] += T0_LOAD(AT(residual, begin + e)) * push.residualScale;
                            }
                            values[e] = activated(values[e], activation, push.low, push.high);
                        }
                        GROUP(c, (push.tensorOffset[2] + begin) / 8) = packGroup(values);
                    }
                }
            }
        }
        return;
    }
    // Not unrolled: the value is picked by comparing, to keep the code small.
    for (uint e = 0; e < 8; ++e) {
        [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
            const uint column = tileColumn + j * 8 + e - columnPhase; // wraps around left of column 0
            const uint x = column % push.paddedWidth;
            if (column < push.columns && x < push.width) {
                const uint place = firstC + column / push.paddedWidth * push.width + x;
                const float biasB = biasKind == 2 ? T0_LOAD(AT(bias, biasIndex(0, column))) * push.beta : 0.0;
                [[unroll]] for (uint i = 0; i < tileRows; ++i) {
                    float value = sum[i][j * 8];
                    [[unroll]] for (uint p = 1; p < 8; ++p) {
                        value = p == e ? sum[i][j * 8 + p] : value;
                    }
                    if (row0 + i < push.rows) {
                        const uint at = place + (row0 + i) * push.strideC;
                        value = value * push.alpha + biasB;
                        if (biasKind == 1) {
                            value += T0_LOAD(AT(bias, biasIndex(row0 + i, 0))) * push.beta;
                        } else if (biasKind == 3) {
                            value = value * rowFactor(row0 + i) + rowSum(row0 + i);
                        }
                        if (hasResidual != 0) {
                            value += T0_LOAD(AT(residual, at)) * push.residualScale;
                        }
                        STORE(T0, c, at, activated(value, activation, push.low, push.high));
                    }
                }
            }
        }
    }
}
