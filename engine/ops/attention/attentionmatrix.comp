// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention in 16-bit floats on matrix units (tile.glsl), with sums in fp32: four subgroups take sixteen keys of a tile each,
// and then a quarter of the result's columns. Weights are at most 1 and go into the second product as 16-bit floats.

#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

#include "tensor.glsl"

layout(local_size_x = 128, local_size_x_id = 4) in; // four whole subgroups

#include "attention/tile.glsl"

layout(constant_id = 9) const uint unitRows = 16; // of the device's matrices
layout(constant_id = 10) const uint unitColumns = 16;
layout(constant_id = 11) const uint unitDepth = 16;
layout(constant_id = 12) const uint resultUnits = 1; // columns of matrices that a subgroup has of the result

#include "product/eights.glsl"
#include "product/unitelement.glsl"

EIGHTS_TENSOR(0, q)
EIGHTS_TENSOR(1, k)
EIGHTS_TENSOR(2, v)

const uint subgroups = 4;
const uint stepDepth = 32;
const uint stepKeys = 16; // of values at a time
const uint deep = stepDepth / 8;
const uint across = tileKeys / 8;
const uint paddedWidth = subgroups * resultUnits * unitColumns;
const uint widthEights = paddedWidth / 8;
// Rows of eights, one longer than what is in them: those below each other lie in different banks.
const uint pitchQ = deep + 1;
const uint pitchK = isTransposed != 0 ? across + 1 : deep + 1;
const uint pitchV = widthEights + 1;
const uint pitchW = tileKeys + 8; // of weights, in elements
const uint unitsDown = tileRows / unitRows;
const uint scoreUnits = tileKeys / subgroups / unitColumns;
const uint unitSize = unitRows * unitColumns;
const uint eightsK = isTransposed != 0 ? stepDepth * pitchK : tileKeys * pitchK;
const uint eightsV = stepKeys * pitchV;

shared uvec4 tileQ[tileRows * pitchQ];
shared uvec4 tileKV[eightsK > eightsV ? eightsK : eightsV];
shared UNIT_ELEMENT weights[tileRows * pitchW];
shared float factorTile[tileRows * unitColumns]; // the factor of a row in each of its places

#define Sums coopmat<float, gl_ScopeSubgroup, unitRows, unitColumns, gl_MatrixUseAccumulator>
#define UnitA coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitRows, unitDepth, gl_MatrixUseA>
#define UnitB coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitDepth, unitColumns, gl_MatrixUseB>

Sums result[unitsDown * resultUnits]; // of a subgroup

float storeWeight(uint row, uint key, float weight)
{
    const UNIT_ELEMENT stored = UNIT_ELEMENT(weight);
    weights[row * pitchW + key] = stored;
    return float(stored);
}

uvec4 queryEight(uint row, uint d)
{
    const uint begin = matrixBegin(headsOfQ, gl_WorkGroupID.y, push.rows, depth);
    const uint pitch = rowPitch(headsOfQ, depth);
    const bool isAligned = ((push.tensorOffset[qSlot] + begin) | pitch) % 8 == 0;
    return qEight(begin + row * pitch + d, row < push.rows ? eightBefore(depth, d) : 0, isAligned);
}

// Of a key from depth d on or, of a transposed k, of a depth from the key on.
uvec4 keyEight(uint key, uint d)
{
    const uint begin = matrixBegin(headsOfK, gl_WorkGroupID.y, push.keys, depth);
    if (isTransposed != 0) {
        const bool isAligned = ((push.tensorOffset[kSlot] + begin) | push.keys) % 8 == 0;
        return kEight(begin + d * push.keys + key, d < depth ? eightBefore(push.keys, key) : 0, isAligned);
    }
    const uint pitch = rowPitch(headsOfK, depth);
    const bool isAligned = ((push.tensorOffset[kSlot] + begin) | pitch) % 8 == 0;
    return kEight(begin + key * pitch + d, key < push.keys ? eightBefore(depth, d) : 0, isAligned);
}

uvec4 valueEight(uint key, uint column)
{
    const uint begin = matrixBegin(headsOfV, gl_WorkGroupID.y, push.keys, width);
    const uint pitch = rowPitch(headsOfV, width);
    const bool isAligned = ((push.tensorOffset[vSlot] + begin) | pitch) % 8 == 0;
    return vEight(begin + key * pitch + column, key < push.keys ? eightBefore(width, column) : 0, isAligned);
}

void loadDepths(uint firstRow, uint firstKey, uint d0)
{
    for (uint i = gl_LocalInvocationID.x; i < tileRows * deep; i += gl_WorkGroupSize.x) {
        tileQ[i / deep * pitchQ + i % deep] = queryEight(firstRow + i / deep, d0 + i % deep * 8);
    }
    for (uint i = gl_LocalInvocationID.x; i < tileKeys * deep; i += gl_WorkGroupSize.x) {
        if (isTransposed != 0) {
            tileKV[i / across * pitchK + i % across] = keyEight(firstKey + i % across * 8, d0 + i / across);
        } else {
            tileKV[i / deep * pitchK + i % deep] = keyEight(firstKey + i / deep, d0 + i % deep * 8);
        }
    }
}

void makeScores(uint firstRow, uint firstKey)
{
    const uint subgroupKey = gl_SubgroupID * (tileKeys / subgroups);
    Sums sum[unitsDown * scoreUnits];
    [[unroll]] for (uint i = 0; i < unitsDown * scoreUnits; ++i) {
        sum[i] = Sums(0.0);
    }
    for (uint d0 = 0; d0 < depth; d0 += stepDepth) {
        loadDepths(firstRow, firstKey, d0);
        barrier();
        [[unroll]] for (uint d = 0; d < stepDepth; d += unitDepth) {
            [[unroll]] for (uint j = 0; j < scoreUnits; ++j) {
                const uint key = subgroupKey + j * unitColumns;
                UnitB unitB;
                if (isTransposed != 0) {
                    coopMatLoad(unitB, tileKV, d * pitchK + key / 8, pitchK, gl_CooperativeMatrixLayoutRowMajor);
                } else {
                    coopMatLoad(unitB, tileKV, key * pitchK + d / 8, pitchK, gl_CooperativeMatrixLayoutColumnMajor);
                }
                [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
                    UnitA unitA;
                    coopMatLoad(unitA, tileQ, i * unitRows * pitchQ + d / 8, pitchQ, gl_CooperativeMatrixLayoutRowMajor);
                    sum[i * scoreUnits + j] = coopMatMulAdd(unitA, unitB, sum[i * scoreUnits + j]);
                }
            }
        }
        barrier();
    }
    [[unroll]] for (uint i = 0; i < unitsDown * scoreUnits; ++i) {
        coopMatStore(sum[i], scores,
            i / scoreUnits * unitRows * scorePitch + subgroupKey + i % scoreUnits * unitColumns, scorePitch,
            gl_CooperativeMatrixLayoutRowMajor);
    }
}

// result += weights of the tile * values
void addValues(uint firstKey)
{
    for (uint key0 = 0; key0 < tileKeys && firstKey + key0 < push.keys; key0 += stepKeys) {
        for (uint i = gl_LocalInvocationID.x; i < stepKeys * widthEights; i += gl_WorkGroupSize.x) {
            tileKV[i / widthEights * pitchV + i % widthEights] =
                valueEight(firstKey + key0 + i / widthEights, i % widthEights * 8);
        }
        barrier();
        [[unroll]] for (uint key = 0; key < stepKeys; key += unitDepth) {
            [[unroll]] for (uint j = 0; j < resultUnits; ++j) {
                const uint column = (gl_SubgroupID * resultUnits + j) * unitColumns;
                UnitB unitB;
                coopMatLoad(unitB, tileKV, key * pitchV + column / 8, pitchV, gl_CooperativeMatrixLayoutRowMajor);
                [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
                    UnitA unitA;
                    coopMatLoad(unitA, weights, i * unitRows * pitchW + key0 + key, pitchW,
                        gl_CooperativeMatrixLayoutRowMajor);
                    result[i * resultUnits + j] = coopMatMulAdd(unitA, unitB, result[i * resultUnits + j]);
                }
            }
        }
        barrier();
    }
}

void main()
{
    const uint firstRow = gl_WorkGroupID.x * tileRows;
    [[unroll]] for (uint i = 0; i < unitsDown * resultUnits; ++i) {
        result[i] = Sums(0.0);
    }
    beginRows();
    const uint keys = keysOfTile(firstRow);
    for (uint firstKey = 0; firstKey < keys; firstKey += tileKeys) {
        makeScores(firstRow, firstKey);
        barrier();
        weighTile(firstRow, firstKey);
        for (uint i = gl_LocalInvocationID.x; i < tileRows * unitColumns; i += gl_WorkGroupSize.x) {
            factorTile[i] = factors[i / unitColumns];
        }
        barrier();
        [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
            Sums factor;
            coopMatLoad(factor, factorTile, i * unitSize, unitColumns, gl_CooperativeMatrixLayoutRowMajor);
            [[unroll]] for (uint j = 0; j < resultUnits; ++j) {
                result[i * resultUnits + j] = result[i * resultUnits + j] * factor;
            }
        }
        addValues(firstKey);
    }
    barrier();
    const uint lanes = gl_WorkGroupSize.x / subgroups;
    [[unroll]] for (uint i = 0; i < unitsDown * resultUnits; ++i) {
        coopMatStore(result[i], scores, gl_SubgroupID * unitSize, unitColumns, gl_CooperativeMatrixLayoutRowMajor);
        subgroupBarrier();
        for (uint place = gl_SubgroupInvocationID; place < unitSize; place += lanes) {
            storeValue(firstRow, i / resultUnits * unitRows + place / unitColumns,
                (gl_SubgroupID * resultUnits + i % resultUnits) * unitColumns + place % unitColumns,
                scores[gl_SubgroupID * unitSize + place]);
        }
        subgroupBarrier();
    }
}
