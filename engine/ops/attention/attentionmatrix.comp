// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention in 16-bit floats on matrix units (tile.glsl), with sums in fp32. A subgroup has a row of units: unitRows rows of
// q, which it holds, and all of their result, so that what becomes of scores is its own affair and work groups wait only for
// keys and values, which their subgroups read together (unitoperands.glsl).

#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require

#include "tensor.glsl"

layout(local_size_x = 128, local_size_x_id = 4) in; // whole subgroups

#include "attention/tile.glsl"

layout(constant_id = 9) const uint unitRows = 16; // of the device's matrices
layout(constant_id = 10) const uint unitColumns = 16;
layout(constant_id = 11) const uint unitDepth = 16;
layout(constant_id = 12) const uint tileKeys = 64;
layout(constant_id = 13) const uint team = 2; // lanes that share a row of scores, of which each has eights
layout(constant_id = 14) const uint isApart = 1; // keys and values have shared memory of their own
layout(constant_id = 15) const uint isAhead = 1; // the next keys or values wait in registers
layout(constant_id = 16) const uint hasShortSums = 1; // units of float16 can be made of sums, and stored
layout(constant_id = 17) const uint waitsTogether = 0; // barriers of subgroups are barriers of work groups

#include "attention/unitoperands.glsl"
#include "attention/unitweights.glsl"

UnitA queries[depthUnits];

// Those of the subgroup's rows, as many columns at a time as its places have room for. Constants alone name matrices, here and
// below: where a loop's counter did, which compilers do not unroll when it holds other loops, all would lie in memory.
void holdQueries(uint firstRow)
{
    const uint eights = tileKeys / 8;
    [[dont_unroll]] for (uint d0 = 0; d0 < paddedDepth; d0 += tileKeys) {
        for (uint i = gl_SubgroupInvocationID; i < unitRows * eights; i += lanes) {
            if (d0 + i % eights * 8 < paddedDepth) {
                places[placesBegin() + i / eights * pitch + i % eights] =
                    queryEight(firstRow + i / eights, d0 + i % eights * 8);
            }
        }
        subgroupBarrier();
        [[unroll]] for (uint d = 0; d < depthUnits; ++d) {
            if (d * unitDepth / tileKeys == d0 / tileKeys) {
                coopMatLoad(queries[d], places, placesBegin() + d * unitDepth % tileKeys / 8, pitch,
                    gl_CooperativeMatrixLayoutRowMajor);
            }
        }
        subgroupBarrier();
    }
}

void makeScores()
{
    [[unroll]] for (uint i = 0; i < keyUnits; ++i) {
        score[i] = Sums(0.0);
    }
    [[unroll]] for (uint d = 0; d < depthUnits; ++d) {
        [[unroll]] for (uint i = 0; i < keyUnits; ++i) {
            UnitB unitB;
            if (isTransposed != 0) {
                coopMatLoad(unitB, tile, d * unitDepth * pitchK + i * unitColumns / 8, pitchK,
                    gl_CooperativeMatrixLayoutRowMajor);
            } else {
                coopMatLoad(unitB, tile, i * unitColumns * pitchK + d * unitDepth / 8, pitchK,
                    gl_CooperativeMatrixLayoutColumnMajor);
            }
            score[i] = coopMatMulAdd(queries[d], unitB, score[i]);
        }
    }
}

// result += weights of the tile * values
void addValues()
{
    [[unroll]] for (uint key = 0; key < tileKeys; key += unitDepth) {
        UnitA unitA;
        coopMatLoad(unitA, places, placesBegin() + key / 8, pitch, gl_CooperativeMatrixLayoutRowMajor);
        [[unroll]] for (uint i = 0; i < widthUnits; ++i) {
            UnitB unitB;
            coopMatLoad(unitB, tile, valuesBegin + key * pitchV + i * unitColumns / 8, pitchV,
                gl_CooperativeMatrixLayoutRowMajor);
            result[i] = coopMatMulAdd(unitA, unitB, result[i]);
        }
    }
}

void storeResult(uint firstRow)
{
    const uint begin = matrixBegin(headsOfY, gl_WorkGroupID.y, push.rows, width);
    const uint yPitch = rowPitch(headsOfY, width);
    const bool isWhole = width % 8 == 0 && ((push.tensorOffset[ySlot] + begin) | yPitch) % 8 == 0;
    subgroupBarrier(); // weights were read
    divideBySums();
    [[unroll]] for (uint first = 0; first < widthUnits; first += keyUnits) {
        [[unroll]] for (uint i = 0; i < keyUnits; ++i) {
            score[i] = result[min(first + i, widthUnits - 1)];
        }
        putDown();
        subgroupBarrier();
        for (uint i = gl_SubgroupInvocationID; i < unitRows * across; i += lanes) {
            const uint row = firstRow + i / across;
            const uint column = first * unitColumns + i % across * 8;
            const uint at = begin + row * yPitch + column;
            const uvec4 eight = places[placesBegin() + i / across * pitch + i % across];
            if (row < push.rows && column < width) {
                if (isWhole) {
                    EIGHTS(y, (push.tensorOffset[ySlot] + at) / 8) = eight;
                } else {
                    [[unroll]] for (uint j = 0; j < 8; ++j) {
                        if (column + j < width) {
                            STORE(T0, y, at + j, elementOf(eight, j));
                        }
                    }
                }
            }
        }
        subgroupBarrier();
    }
}

void main()
{
    const uint firstRow = gl_WorkGroupID.x * tileRows + gl_SubgroupID * unitRows;
    const uint keys = keysOfTile(gl_WorkGroupID.x * tileRows);
    findOperands();
    fetchKeys(0, keys);
    holdQueries(firstRow);
    beginRows(firstRow);
    for (uint firstKey = 0; firstKey < keys; firstKey += tileKeys) {
        shareKeys(firstKey, keys);
        barrier();
        fetchValues(firstKey, keys);
        makeScores();
        weighScores(firstKey);
        if (isApart == 0) {
            barrier(); // nobody reads keys where values go
        }
        shareValues(firstKey, keys);
        barrier();
        fetchKeys(firstKey + tileKeys, keys);
        addValues();
        if (isApart == 0) {
            barrier();
        }
    }
    storeResult(firstRow);
}
