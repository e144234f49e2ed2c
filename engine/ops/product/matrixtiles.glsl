// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A work group makes tileRows x tileColumns results in fp32: its subgroups share the tile among them, and the rows of A and
// columns of B that it needs (steps.glsl). While they multiply one step, each invocation holds its part of the next one in
// registers.

#include "product/eightsepilogue.glsl"
#include "product/unitelement.glsl"

// Small tiles multiply for a short time only while they wait for the next step: theirs are twice as deep. As in matrixtile.cpp.
const uint stepDepth = tileRows <= 64 ? 64 : 32;
#include "product/steps.glsl"

const uint subgroupRows = tileRows / subgroupsDown;
const uint subgroupColumns = tileColumns / subgroupsAcross;
const uint unitsDown = subgroupRows / unitRows;
const uint unitsAcross = subgroupColumns / unitColumns;
const uint unitQuads = unitRows * unitColumns / 4;

shared vec4 staged[subgroupsDown * subgroupsAcross * unitQuads];

#define Sums coopmat<float, gl_ScopeSubgroup, unitRows, unitColumns, gl_MatrixUseAccumulator>
#define UnitA coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitRows, unitDepth, gl_MatrixUseA>
#define UnitB coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitDepth, unitColumns, gl_MatrixUseB>

// One after the other, neighbouring lanes' beside each other.
void storeUnitSingly(uint row0, uint column0, uint lanes)
{
    const uint lanesAcross = min(lanes, unitColumns);
    const uint lane = gl_SubgroupInvocationID;
    for (uint x = lane % lanesAcross; x < unitColumns; x += lanesAcross) {
        bool exists;
        const uint place = placeOfColumn(column0 + x, exists);
        for (uint y = lane / lanesAcross; exists && y < unitRows; y += lanes / lanesAcross) {
            if (row0 + y < push.rows) {
                const uint at = y * unitColumns + x;
                storeSum(row0 + y, column0 + x, place, staged[gl_SubgroupID * unitQuads + at / 4][at % 4]);
            }
        }
    }
}

void storeUnit(uint row0, uint column0)
{
    const uint lanes = gl_WorkGroupSize.x / (subgroupsDown * subgroupsAcross);
    uint place;
    if (!canStoreEights(column0, unitColumns, place)) {
        storeUnitSingly(row0, column0, lanes);
        return;
    }
    const uint eightsAcross = unitColumns / 8;
    for (uint i = gl_SubgroupInvocationID; i < unitRows * eightsAcross; i += lanes) {
        const uint row = row0 + i / eightsAcross;
        const uint x = i % eightsAcross * 8;
        if (row < push.rows) {
            const uint from = gl_SubgroupID * unitQuads + i * 2;
            storeEight(row, column0 + x, place + x, staged[from], staged[from + 1]);
        }
    }
}

void main()
{
    // Groups that follow each other take the tiles of `bandRows` rows, column by column: most of what they read is in
    // the cache.
    const uint row0 = (gl_WorkGroupID.y * push.bandRows + gl_WorkGroupID.x % push.bandRows) * tileRows;
    const uint column0 = gl_WorkGroupID.x / push.bandRows * tileColumns;
    if (row0 >= push.rows) {
        return;
    }
    const uint subgroupRow = gl_SubgroupID / subgroupsAcross * subgroupRows;
    const uint subgroupColumn = gl_SubgroupID % subgroupsAcross * subgroupColumns;
    seekTile(row0, column0);
    Sums sums[unitsDown * unitsAcross];
    [[unroll]] for (uint i = 0; i < unitsDown * unitsAcross; ++i) {
        sums[i] = Sums(0.0);
    }
    uvec4 nextA[loadsA];
    uvec4 nextB[loadsB];
    loadStep(row0, column0, partBegin(stepDepth), nextA, nextB);
    for (uint k0 = partBegin(stepDepth); k0 < partEnd(stepDepth); k0 += stepDepth) {
        shareStep(nextA, nextB);
        barrier();
        loadStep(row0, column0, k0 + stepDepth, nextA, nextB); // after the last step, zeros or what another part needs
        [[unroll]] for (uint k = 0; k < stepDepth; k += unitDepth) {
            UnitA unitsA[unitsDown];
            [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
                coopMatLoad(unitsA[i], tileA, (subgroupRow + i * unitRows) * pitchA + k / 8, pitchA,
                    gl_CooperativeMatrixLayoutRowMajor);
            }
            [[unroll]] for (uint j = 0; j < unitsAcross; ++j) {
                const uint column = subgroupColumn + j * unitColumns;
                UnitB unitB;
                if (transposedB != 0) {
                    coopMatLoad(unitB, tileB, column * pitchB + k / 8, pitchB, gl_CooperativeMatrixLayoutColumnMajor);
                } else {
                    coopMatLoad(unitB, tileB, k * pitchB + column / 8, pitchB, gl_CooperativeMatrixLayoutRowMajor);
                }
                [[unroll]] for (uint i = 0; i < unitsDown; ++i) {
                    sums[i * unitsAcross + j] = coopMatMulAdd(unitsA[i], unitB, sums[i * unitsAcross + j]);
                }
            }
        }
        barrier();
    }
    // Constants alone name sums: where a loop's counter did, which compilers do not unroll when it holds other loops, all sums
    // would lie in memory, and be read and written in every step.
    [[dont_unroll]] for (uint i = 0; i < unitsDown * unitsAcross; ++i) {
        [[unroll]] for (uint j = 0; j < unitsDown * unitsAcross; ++j) {
            if (j == i) {
                coopMatStore(
                    sums[j], staged, gl_SubgroupID * unitQuads, unitColumns / 4, gl_CooperativeMatrixLayoutRowMajor);
            }
        }
        subgroupBarrier();
        storeUnit(row0 + subgroupRow + i / unitsAcross * unitRows,
            column0 + subgroupColumn + i % unitsAcross * unitColumns);
        subgroupBarrier();
    }
}
