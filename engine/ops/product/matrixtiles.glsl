// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A work group makes tileRows x tileColumns results in fp32: its subgroups share the tile among them, and the rows of A and
// columns of B that it needs (steps.glsl). While they multiply one step, each invocation holds its part of the next one in
// registers.

#include "product/bands.glsl"
#include "product/eightsepilogue.glsl"
#include "product/unitelement.glsl"

// Small tiles multiply for a short time only while they wait for the next step: theirs are twice as deep. As in matrixtile.cpp.
const uint stepDepth = tileRows <= 64 ? 64 : 32;
const uint subgroupRows = tileRows / subgroupsDown;
const uint subgroupColumns = tileColumns / subgroupsAcross;
const uint pitchC = subgroupColumns / 4 + 1; // of results in shared memory
const uint resultQuads = subgroupsDown * subgroupsAcross * unitRows * pitchC;
#include "product/steps.glsl"

const uint unitsDown = subgroupRows / unitRows;
const uint unitsAcross = subgroupColumns / unitColumns;
const uint lanes = gl_WorkGroupSize.x / (subgroupsDown * subgroupsAcross);

#define Sums coopmat<float, gl_ScopeSubgroup, unitRows, unitColumns, gl_MatrixUseAccumulator>
#define UnitA coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitRows, unitDepth, gl_MatrixUseA>
#define UnitB coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitDepth, unitColumns, gl_MatrixUseB>

Sums sums[unitsDown * unitsAcross];

uint firstOfResults() { return gl_SubgroupID * unitRows * pitchC; }

// Of a row of the subgroup's units, those that do not leave as eights: one after the other, neighbouring lanes' beside each other.
void storeSingly(uint row0, uint column0)
{
    const uint lanesAcross = min(lanes, subgroupColumns);
    for (uint x = gl_SubgroupInvocationID % lanesAcross; x < subgroupColumns; x += lanesAcross) {
        uint place;
        bool exists = !canStoreEights(column0 + x / 8 * 8, 8, place);
        if (exists) {
            place = placeOfColumn(column0 + x, exists);
        }
        for (uint y = gl_SubgroupInvocationID / lanesAcross; exists && y < unitRows; y += lanes / lanesAcross) {
            if (row0 + y < push.rows) {
                const uint bits = tiles[firstOfResults() + y * pitchC + x / 4][x % 4];
                storeSum(row0 + y, column0 + x, place, uintBitsToFloat(bits));
            }
        }
    }
}

// The subgroup's results, a row of units at a time through the memory of the steps. A lane has the same eight columns of all rows.
// Constants alone name sums: where a loop's counter did, which compilers do not unroll when it holds other loops, all sums would
// lie in memory, and be read and written in every step.
void storeResults(uint row0, uint column0)
{
    const uint eightsAcross = subgroupColumns / 8;
    const uint x = gl_SubgroupInvocationID % eightsAcross * 8;
    uint place;
    const bool areEights = canStoreEights(column0, subgroupColumns, place);
    const bool isEight = canStoreEights(column0 + x, 8, place);
    [[dont_unroll]] for (uint i = 0; i < unitsDown; ++i) {
        [[unroll]] for (uint j = 0; j < unitsDown * unitsAcross; ++j) {
            if (j / unitsAcross == i) {
                coopMatStore(sums[j], tiles, firstOfResults() + j % unitsAcross * unitColumns / 4, pitchC,
                    gl_CooperativeMatrixLayoutRowMajor);
            }
        }
        subgroupBarrier();
        for (uint y = gl_SubgroupInvocationID / eightsAcross; isEight && y < unitRows; y += lanes / eightsAcross) {
            const uint row = row0 + i * unitRows + y;
            const uint from = firstOfResults() + y * pitchC + x / 4;
            if (row < push.rows) {
                storeEight(row, column0 + x, place, uintBitsToFloat(tiles[from]), uintBitsToFloat(tiles[from + 1]));
            }
        }
        if (!areEights) {
            storeSingly(row0 + i * unitRows, column0);
        }
        subgroupBarrier();
    }
}

void main()
{
    const uint row0 = tileOfGroup().y * tileRows;
    const uint column0 = tileOfGroup().x * tileColumns;
    if (row0 >= push.rows || column0 >= push.columns || isLeftOut()) {
        return;
    }
    const uint subgroupRow = gl_SubgroupID / subgroupsAcross * subgroupRows;
    const uint subgroupColumn = gl_SubgroupID % subgroupsAcross * subgroupColumns;
    seekTile(row0, column0);
    [[unroll]] for (uint i = 0; i < unitsDown * unitsAcross; ++i) {
        sums[i] = Sums(0.0);
    }
    uvec4 nextA[loadsA];
    Columns nextB;
    loadStep(row0, column0, partBegin(stepDepth), nextA, nextB);
    for (uint k0 = partBegin(stepDepth); k0 < partEnd(stepDepth); k0 += stepDepth) {
        shareStep(nextA, nextB);
        barrier();
        loadStep(row0, column0, k0 + stepDepth, nextA, nextB); // after the last step, zeros or what another part needs
        [[unroll]] for (uint k = 0; k < stepDepth; k += unitDepth) {
            UnitA unitsA[unitsDown];
            [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
                coopMatLoad(unitsA[i], tiles, (subgroupRow + i * unitRows) * pitchA + k / 8, pitchA,
                    gl_CooperativeMatrixLayoutRowMajor);
            }
            [[unroll]] for (uint j = 0; j < unitsAcross; ++j) {
                const uint column = subgroupColumn + j * unitColumns;
                UnitB unitB;
                if (transposedB != 0) {
                    coopMatLoad(unitB, tiles, firstOfB + column * pitchB + k / 8, pitchB, gl_CooperativeMatrixLayoutColumnMajor);
                } else {
                    coopMatLoad(unitB, tiles, firstOfB + k * pitchB + column / 8, pitchB, gl_CooperativeMatrixLayoutRowMajor);
                }
                [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
                    sums[i * unitsAcross + j] = coopMatMulAdd(unitsA[i], unitB, sums[i * unitsAcross + j]);
                }
            }
        }
        barrier();
    }
    storeResults(row0 + subgroupRow, column0 + subgroupColumn);
}
