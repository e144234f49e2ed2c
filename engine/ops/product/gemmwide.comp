// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for software devices: every lane keeps a tile of tileRows x 8 * tileGroups results in registers, and all
// loads are 8 elements from a texel's begin on (wide.glsl), because there a load costs as much as some 20 multiplications.
// Texels are aligned in memory, matrices need not be:
//  - along k, the loop starts where the operand's texels start (its phase) and single k are done before and after;
//    an operand whose rows have different phases, or differ from the other operand's, is shifted into place from two
//    neighbouring groups of 8 (shiftedA, shiftedB);
//  - along n, a lane's columns begin at B's texels where all rows begin at the same phase, so the first tile may begin
//    before column 0. Else each row is shifted into place (shiftedB), which costs 4 to 8 %, and a copy with such rows more;
//  - C's rows then begin anywhere, too, and groups of results are written where C has groups: the rows of a tile lie so far
//    apart (rowDistance) that all begin at the same phase, and its columns begin that far before column 0.
// A variant of this kernel takes the driver a second, and what follows the sums is little of the work. So variants differ
// in what the sums need; for the rest the push constants say what is done, and a few rows at a time share its code.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/shift.glsl"

layout(local_size_x = 8) in;

GROUPS(0, a)
GROUPS(1, b)
TENSOR(2, writeonly, T0, c)
GROUPS(3, bias)
GROUPS(4, residual)
WIDE_TENSOR(2, writeonly, c)
PARTS_OF_TENSOR(2, writeonly, c)

// In the bias's place: factors and sums of biasKind 3 and 4, matrices of B of 5.
#ifdef WEIGHTLESS_ADDRESSES
TENSOR(3, readonly, U32, biasWords)
#define BIAS_WORD(index) AT(biasWords, index)
#else
#define BIAS_WORD(index) wordOf(TEXEL(bias, (push.tensorOffset[biasSlot] + (index)) / 4), push.tensorOffset[biasSlot] + (index))
#endif
#define MATRIX_OF_B BIAS_WORD
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

// In the push constant that only kernels with bands have a use for; of WideResult in widetile.cpp, and from bit 8
// on how far apart a tile's rows are.
bool hasFlag(uint flag) { return (push.bands & flag) != 0; }
const uint wideStores = 1; // where storeWidth is 1: it might be 8
const uint addsResidual = 2;
const uint addsToRows = 4; // the bias, one per row
const uint scalesRows = 8; // factor and sum per row
const uint addsToColumns = 16; // the bias, one per column
const uint clips = 32; // to low and high

// What is read in texels is read in any case, as the branch around it would be executed for no lane: element 0 where there is
// no need.
#ifdef WEIGHTLESS_ADDRESSES
#define WHERE(condition) if (condition)
#else
#define WHERE(condition)
#endif
uint orZero(bool isNeeded, uint index) { return isNeeded ? index : 0; }

// Push constants that are read where lanes may differ are read by each lane, every time; these once.
struct Finish {
    bool addsResidual;
    bool clips;
    float residualScale;
    float low;
    float high;
};

// `low` is that of the activation, and of a clipping finish.low.
float finished(float value, float scale, float add, float residualValue, float low, Finish finish)
{
    value = value * scale + add + (finish.addsResidual ? residualValue * finish.residualScale : 0.0);
    const float clipped = clippedTo(value, finish.low, finish.high);
    return activated(finish.clips ? clipped : value, activation, low, finish.high);
}

float factorAt(uint index) { return uintBitsToFloat(BIAS_WORD(index)); }

bool hasColumn(uint column) { return column < push.columns && column % push.paddedWidth < push.width; }
uint placeOf(uint column) { return column / push.paddedWidth * push.width + column % push.paddedWidth; }

// From a multiple of groupWidth on.
void loadResidual(uint at, out float values[8])
{
    READ_EIGHT(residual, at / texelElements, values);
    [[unroll]] for (uint e = 0; e < 8 - groupWidth; ++e) {
        values[e] = texelElements > groupWidth && (at & groupWidth) != 0 ? values[e + groupWidth] : values[e];
    }
}

void store(uint at, float values[8])
{
    if (groupWidth == 8) {
        GROUP(c, at / 8) = packGroup(values);
    } else {
        QUAD(c, at / 4) = packQuad(vec4(values[0], values[1], values[2], values[3]));
    }
}

// The tile's columns of a row of B, the first of which is `element` of the memory that is bound, or up to 7 before that begins;
// the row ends before `end`.
void readShifted(uint element, uint end, out float values[tileColumns])
{
    const int texel = int((element + 8) / texelElements) - int(texelsOfEight);
    READ_NEIGHBOURS(b, texel, 0, int((end - 1) / texelElements), element, tileColumns, values)
}

void main()
{
    if (isLeftOut()) {
        return;
    }
    const uint lane = gl_LocalInvocationID.x;
    const uint firstA = push.tensorOffset[0] + batchOffsetA();
    const uint firstB = push.tensorOffset[1] + batchOffsetB();
    const uint firstC = batchOffsetC();
    const uint tile = gl_WorkGroupID.x * (8 / push.lanesAcross) + lane / push.lanesAcross;
    const uint rows = push.rows;
    const uint rowDistance = push.bands >> 8;
    const uint row0 = tile / rowDistance * rowDistance * tileRows + tile % rowDistance;
    // Columns are counted from columnPhase before column 0.
    uint columnPhase = 0;
    if (transposedB == 0 && shiftedB == 0) {
        columnPhase = firstB % texelElements;
    } else if (transposedB == 0 && hasFlag(wideStores)) {
        columnPhase = (push.tensorOffset[2] + firstC + row0 * push.strideC) % 8;
    }
    // Rows first: consecutive groups share their columns of B, which are more than the rows of A.
    const uint tileColumn = (gl_WorkGroupID.y * push.lanesAcross + lane % push.lanesAcross) * tileColumns;

    uint beginA[tileRows]; // element index of each row of A
    [[unroll]] for (uint i = 0; i < tileRows; ++i) {
        beginA[i] = firstA + min(row0 + i * rowDistance, rows - 1) * push.strideA;
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
            readShifted(row + tileColumn - columnPhase, row + push.columns, valuesB);
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
                    const uint row = firstB + offsetB;
                    readShifted(row + tileColumn - columnPhase, row + push.columns, valuesB[u]);
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

    // Where a tile's columns are those of C's groups, whole groups are written at once, and what is left of them one by one.
    const uint phases = (shiftedB != 0 && transposedB == 0 ? 0 : columnPhase | push.tensorOffset[2])
        | (hasFlag(addsResidual) ? push.tensorOffset[2] ^ push.tensorOffset[4] : 0);
    const bool inGroups = storeWidth != 1 || (hasFlag(wideStores) && (phases & 7u) == 0);
    bool isWhole[tileColumns / groupWidth];
    uint place[tileColumns / groupWidth];
    [[unroll]] for (uint j = 0; j < tileColumns / groupWidth; ++j) {
        const uint column = tileColumn + j * groupWidth - columnPhase; // wraps around left of column 0
        isWhole[j] = inGroups && hasColumn(column) && column + groupWidth <= push.columns;
        place[j] = placeOf(column);
    }
    const uint beforeFirst = columnPhase - min(columnPhase, tileColumn);
    const uint beforeEnd = push.columns + columnPhase - min(push.columns + columnPhase, tileColumn);
    const uint firstSingle = isWhole[0] ? max(beforeFirst, 8) : beforeFirst;
    const uint endSingle = storeWidth != 1 ? 0 : min(beforeEnd, tileGroups > 1 && isWhole[tileGroups - 1] ? 8 : tileColumns);
    float columnBias[tileColumns];
    float columnScale[tileColumns];
    [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
        const uint column = clamp(int(tileColumn + j - columnPhase), 0, int(push.columns - 1));
        columnBias[j] = 0.0;
        WHERE (hasFlag(addsToColumns)) {
            columnBias[j] = READ(bias, orZero(hasFlag(addsToColumns), column * push.biasStride)) * push.beta;
        }
        columnBias[j] = hasFlag(addsToColumns) ? columnBias[j] : 0.0;
        columnScale[j] = biasKind == 4 ? factorAt(column) : 1.0;
        columnBias[j] = biasKind == 4 ? factorAt(push.columns + column) : columnBias[j];
    }
    const Finish finish = {hasFlag(addsResidual), hasFlag(clips), push.residualScale, push.low, push.high};
    const bool addsOne = hasFlag(addsToRows);
    const bool scales = hasFlag(scalesRows);
    const uint strideC = push.strideC;
    const uint offsetC = push.tensorOffset[2];
    const uint offsetResidual = push.tensorOffset[4];
    for (uint block = 0; block < tileRows / rowsAtOnce; ++block) {
        float rowScale[rowsAtOnce];
        float rowAdd[rowsAtOnce];
        float rowLow[rowsAtOnce];
        float values[rowsAtOnce][tileColumns];
        [[unroll]] for (uint i = 0; i < rowsAtOnce; ++i) {
            const uint row = min(row0 + (block * rowsAtOnce + i) * rowDistance, rows - 1);
            const uint index = biasIndex(row, 0);
            float add = 0.0;
            WHERE (addsOne) {
                add = READ(bias, orZero(addsOne, index)) * push.beta;
            }
            vec2 scaled = vec2(1.0, 0.0);
            WHERE (scales) {
                scaled = vec2(factorAt(orZero(scales, index)), factorAt(orZero(scales, push.batchInner * rows + index)));
            }
            rowScale[i] = push.alpha * (scales ? scaled.x : 1.0);
            rowAdd[i] = scales ? scaled.y : addsOne ? add : 0.0;
            rowLow[i] = activation == slopedActivation ? factorAt(2 * push.batchInner * rows + index) : finish.low;
            [[unroll]] for (uint j = 0; j < tileColumns; ++j) {
                values[i][j] = sum[i][j]; // picked by comparing: there are no registers by number
                [[unroll]] for (uint b = 1; b < tileRows / rowsAtOnce; ++b) {
                    values[i][j] = block == b ? sum[b * rowsAtOnce + i][j] : values[i][j];
                }
            }
        }
        [[unroll]] for (uint i = 0; i < rowsAtOnce; ++i) {
            const uint row = row0 + (block * rowsAtOnce + i) * rowDistance;
            const uint begin = firstC + row * strideC;
            [[unroll]] for (uint j = 0; j < tileColumns; j += groupWidth) {
                const bool exists = isWhole[j / groupWidth] && row < rows;
                const uint at = begin + place[j / groupWidth];
                float results[8];
                const bool adds = exists && finish.addsResidual;
                WHERE (adds) {
                    loadResidual(orZero(adds, offsetResidual + at), results);
                }
                [[unroll]] for (uint e = 0; e < groupWidth; ++e) {
                    results[e] = finished(
                        values[i][j + e], rowScale[i] * columnScale[j + e], columnBias[j + e] + rowAdd[i], results[e], rowLow[i],
                        finish);
                }
                if (exists) {
                    store(offsetC + at, results);
                }
            }
        }
        for (uint e = firstSingle; e < endSingle; ++e) {
            const uint column = tileColumn + e - columnPhase;
            if (hasColumn(column)) {
                float columnAdd = columnBias[0];
                float columnFactor = columnScale[0];
                [[unroll]] for (uint p = 1; p < tileColumns; ++p) {
                    columnAdd = p == e ? columnBias[p] : columnAdd;
                    columnFactor = p == e ? columnScale[p] : columnFactor;
                }
                [[unroll]] for (uint i = 0; i < rowsAtOnce; ++i) {
                    float value = values[i][0];
                    [[unroll]] for (uint p = 1; p < tileColumns; ++p) {
                        value = p == e ? values[i][p] : value;
                    }
                    const uint row = row0 + (block * rowsAtOnce + i) * rowDistance;
                    const bool exists = row < rows;
                    const uint at = firstC + row * strideC + placeOf(column);
                    float other = 0.0;
                    const bool adds = exists && finish.addsResidual;
                    WHERE (adds) {
                        other = READ(residual, orZero(adds, at));
                    }
                    if (exists) {
                        STORE(T0, c, at, finished(value, rowScale[i] * columnFactor, columnAdd + rowAdd[i], other, rowLow[i], finish));
                    }
                }
            }
        }
    }
}
