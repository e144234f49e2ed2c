// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for software devices: every lane keeps a tile of tileRows x 8 * tileGroups results in registers, and all
// loads are 8 elements from a texel's begin on (wide.glsl), because there a load costs as much as some 20 multiplications.
// Texels are aligned in memory, matrices need not be:
//  - along k, the loop starts where the operand's texels start (its phase) and single k are done before and after;
//    an operand whose rows have different phases, or differ from the other operand's, is shifted into place from two
//    neighbouring groups of 8 (shiftedA, shiftedB);
//  - along n, a lane's columns begin at B's texels where all rows begin at the same phase, so the first tile may begin
//    before column 0. Else each row is shifted into place (shiftedB), which costs 4 to 8 %, and a copy with such rows more.
// A variant of this kernel takes the driver a second, and what follows the sums is little of the work. So variants differ
// in what the sums need; for the rest the push constants say what is done, and a few rows at a time share its code.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/shift.glsl"

layout(local_size_x = 8) in;

GROUPS(0, a)
GROUPS(1, b)
TENSOR(2, writeonly, T0, c)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, F32, factors)
TENSOR(4, readonly, T0, residual)
WIDE_TENSOR(2, writeonly, c)
WIDE_TENSOR(4, readonly, residual)
PARTS_OF_TENSOR(2, writeonly, c)
PARTS_OF_TENSOR(4, readonly, residual)

#include "product/matrix.glsl"

layout(constant_id = 4) const uint tileRows = 16;
layout(constant_id = 5) const uint tileGroups = 2;
layout(constant_id = 6) const uint shiftedA = 0;
layout(constant_id = 7) const uint shiftedB = 0;
// How many results are written at once, 8 or 4: C's width and the distances of its rows and batches are multiples of it,
// and B, C and the residual begin at a group. 1 where that is not so, known here only, or worth no variant.
layout(constant_id = 8) const uint storeWidth = 1;
const uint groupWidth = storeWidth == 4 ? 4 : 8;
const uint texelsOfEight = 8 / texelElements;
const uint tileColumns = tileGroups * 8;
const uint rowsAtOnce = tileRows < 4 ? tileRows : 4; // that follow their sums together

// In the push constant that only kernels with bands have a use for; of WideResult in product.cpp.
bool hasFlag(uint flag) { return (push.bandRows & flag) != 0; }
const uint wideStores = 1; // where storeWidth is 1: it might be 8
const uint addsResidual = 2;
const uint addsToRows = 4; // the bias, one per row
const uint scalesRows = 8; // factor and sum per row
const uint addsToColumns = 16; // the bias, one per column
const uint clips = 32; // to low and high

float finished(float value, float scale, float add, float residualValue)
{
    value = value * scale + add + residualValue;
    const float clipped = min(max(value, push.low), push.high);
    return activated(hasFlag(clips) ? clipped : value, activation, push.low, push.high);
}

bool hasColumn(uint column) { return column < push.columns && column % push.paddedWidth < push.width; }
uint placeOf(uint column) { return column / push.paddedWidth * push.width + column % push.paddedWidth; }

void loadResidual(uint at, out float values[8])
{
    if (groupWidth == 8) {
        unpackGroup(GROUP(residual, (push.tensorOffset[4] + at) / 8), values);
    } else {
        const vec4 quad = unpackQuad(QUAD(residual, (push.tensorOffset[4] + at) / 4));
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            values[e] = quad[e % 4];
        }
    }
}

void store(uint at, float values[8])
{
    if (groupWidth == 8) {
        GROUP(c, (push.tensorOffset[2] + at) / 8) = packGroup(values);
    } else {
        QUAD(c, (push.tensorOffset[2] + at) / 4) = packQuad(vec4(values[0], values[1], values[2], values[3]));
    }
}

// The tile's columns of a row of B, the first of which is `element` of the memory that is bound; the row ends before `end`.
void readShifted(uint element, uint end, out float values[tileColumns])
{
    READ_NEIGHBOURS(b, element / texelElements, 0, (end - 1) / texelElements, element, tileColumns, values)
}

void main()
{
    const uint lane = gl_LocalInvocationID.x;
    const uint firstA = push.tensorOffset[0] + batchOffsetA();
    const uint firstB = push.tensorOffset[1] + batchOffsetB();
    const uint row0 = (gl_WorkGroupID.x * (8 / push.lanesAcross) + lane / push.lanesAcross) * tileRows;
    const uint columnPhase = transposedB != 0 || shiftedB != 0 ? 0 : firstB % texelElements;
    // Columns are counted from columnPhase before column 0.
    // Rows first: consecutive groups share their columns of B, which are more than the rows of A.
    const uint tileColumn = (gl_WorkGroupID.y * push.lanesAcross + lane % push.lanesAcross) * tileColumns;

    uint beginA[tileRows]; // element index of each row of A
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        beginA[i] = firstA + min(row0 + i, push.rows - 1) * push.strideA;
    }
    uint beginB[tileColumns]; // transposed: element index of each row of B
    uint texelB[tileGroups]; // else: the texel in B's row 0 where eight of the tile's columns begin
    if (transposedB != 0) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            beginB[j] = firstB + min(tileColumn + j, push.columns - 1) * push.channelStride;
        }
    } else {
        const uint lastGroup = (columnPhase + push.columns - 1) / 8;
        [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
            texelB[j] = firstB / texelElements + min(tileColumn / 8 + j, lastGroup) * texelsOfEight;
        }
    }

    float sum[tileRows][tileColumns];
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            sum[i][j] = 0.0;
        }
    }

    // k is processed one by one up to `head` and from `tail`, in groups of 8 between.
    const uint phase = transposedB != 0 ? (shiftedB != 0 ? 0 : firstB) : (shiftedA != 0 ? 0 : firstA);
    const uint head = min((texelElements - phase % texelElements) % texelElements, push.depth);
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
                valuesB[j] = READ(b, beginB[j] + k - push.tensorOffset[1]);
            }
        } else if (shiftedB != 0) {
            const uint row = firstB + rowOffsetB(k);
            readShifted(row + tileColumn, row + push.columns, valuesB);
        } else {
            [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
                float group[8];
                READ_EIGHT(b, texelB[j] + rowOffsetB(k) / texelElements, group);
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    valuesB[j * 8 + e] = group[e];
                }
            }
        }
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            const float value = READ(a, beginA[i] + k - push.tensorOffset[0]);
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                sum[i][j] += value * valuesB[j];
            }
        }
    }

    float carryA[tileRows][8]; // the current group of each row, when shifted
    if (shiftedA != 0) {
        [[unroll]] for (uint i = 0; i < tileRows; ++i) {
            READ_GROUP(a, (beginA[i] + head) / 8, carryA[i]);
        }
    }
    float carryB[tileColumns][8];
    if (transposedB != 0 && shiftedB != 0) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            READ_GROUP(b, (beginB[j] + head) / 8, carryB[j]);
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
                    READ_GROUP(b, min(begin / 8 + g + 1, (beginB[j] + push.depth - 1) / 8), upper);
                    shiftInto(carryB[j], upper, begin & 7u, values);
                    carryB[j] = upper;
                } else {
                    READ_EIGHT(b, begin / texelElements + g * texelsOfEight, values);
                }
                [[unroll]] for (uint u = 0; u < 8; ++u) {
                    valuesB[u][j] = values[u];
                }
            }
        } else {
            [[unroll]] for (uint u = 0; u < 8; ++u) {
                if (shiftedB != 0) {
                    readShifted(firstB + offsetB + tileColumn, firstB + offsetB + push.columns, valuesB[u]);
                }
                [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
                    if (shiftedB == 0) {
                        float group[8];
                        READ_EIGHT(b, texelB[j] + offsetB / texelElements, group);
                        [[unroll]] for (uint e = 0; e < 8; ++e) {
                            valuesB[u][j * 8 + e] = group[e];
                        }
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
                READ_GROUP(a, min(begin / 8 + g + 1, (beginA[i] + push.depth - 1) / 8), upper);
                shiftInto(carryA[i], upper, begin & 7u, valuesA);
                carryA[i] = upper;
            } else {
                READ_EIGHT(a, begin / texelElements + g * texelsOfEight, valuesA);
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
    const uint phases = columnPhase | push.tensorOffset[2] | (hasFlag(addsResidual) ? push.tensorOffset[4] : 0);
    const bool inGroups = storeWidth != 1 || (hasFlag(wideStores) && (phases & 7u) == 0);
    bool exists[tileColumns / groupWidth];
    uint place[tileColumns / groupWidth];
    [[unroll]] for (uint j = 0; j < tileColumns / groupWidth; ++j) {
        const uint column = tileColumn + j * groupWidth - columnPhase; // wraps around left of column 0
        exists[j] = inGroups && hasColumn(column);
        place[j] = placeOf(column);
    }
    float columnBias[tileColumns];
    [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
        columnBias[j] = 0.0;
    }
    if (hasFlag(addsToColumns)) {
        [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
            const uint column = clamp(int(tileColumn + j - columnPhase), 0, int(push.columns - 1));
            columnBias[j] = T0_LOAD(AT(bias, column * push.biasStride)) * push.beta;
        }
    }
    for (uint block = 0; block < tileRows / rowsAtOnce; ++block) {
        float rowScale[rowsAtOnce];
        float rowAdd[rowsAtOnce];
        float values[rowsAtOnce][tileColumns];
        [[unroll]] for (uint i = 0; i < rowsAtOnce; ++i) {
            const uint row = min(row0 + block * rowsAtOnce + i, push.rows - 1);
            rowScale[i] = push.alpha;
            rowAdd[i] = 0.0;
            if (hasFlag(addsToRows)) {
                rowAdd[i] = T0_LOAD(AT(bias, biasIndex(row, 0))) * push.beta;
            }
            if (hasFlag(scalesRows)) {
                rowScale[i] *= rowFactor(row);
                rowAdd[i] = rowSum(row);
            }
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                values[i][j] = sum[i][j]; // picked by comparing: there are no registers by number
                [[unroll]] for (uint b = 1; b < tileRows / rowsAtOnce; ++b) {
                    values[i][j] = block == b ? sum[b * rowsAtOnce + i][j] : values[i][j];
                }
            }
        }
        const uint blockRow = row0 + block * rowsAtOnce;
        [[unroll]] for (uint i = 0; i < rowsAtOnce; ++i) {
            const uint begin = firstC + (blockRow + i) * push.strideC;
            [[unroll]] for (uint j = 0; j < tileColumns; j += groupWidth) {
                if (exists[j / groupWidth] && blockRow + i < push.rows) {
                    const uint at = begin + place[j / groupWidth];
                    float results[8];
                    [[unroll]] for (uint e = 0; e < 8; ++e) {
                        results[e] = 0.0;
                    }
                    if (hasFlag(addsResidual)) {
                        loadResidual(at, results);
                    }
                    [[unroll]] for (uint e = 0; e < groupWidth; ++e) {
                        results[e] = finished(values[i][j + e], rowScale[i], columnBias[j + e] + rowAdd[i],
                            results[e] * push.residualScale);
                    }
                    store(at, results);
                }
            }
        }
        for (uint e = 0; !inGroups && e < 8; ++e) {
            [[unroll]] for (uint j = 0; j < tileGroups; ++j) {
                const uint column = tileColumn + j * 8 + e - columnPhase; // wraps around left of column 0
                const uint x = column % push.paddedWidth;
                if (column < push.columns && x < push.width) {
                    const uint begin = firstC + column / push.paddedWidth * push.width + x;
                    float columnAdd = columnBias[j * 8];
                    [[unroll]] for (uint p = 1; p < 8; ++p) {
                        columnAdd = p == e ? columnBias[j * 8 + p] : columnAdd;
                    }
                    [[unroll]] for (uint i = 0; i < rowsAtOnce; ++i) {
                        float value = values[i][j * 8];
                        [[unroll]] for (uint p = 1; p < 8; ++p) {
                            value = p == e ? values[i][j * 8 + p] : value;
                        }
                        if (blockRow + i < push.rows) {
                            const uint at = begin + (blockRow + i) * push.strideC;
                            float other = 0.0;
                            if (hasFlag(addsResidual)) {
                                other = T0_LOAD(AT(residual, at)) * push.residualScale;
                            }
                            STORE(T0, c, at, finished(value, rowScale[i], columnAdd + rowAdd[i], other));
                        }
                    }
                }
            }
        }
    }
}
