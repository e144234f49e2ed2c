// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A work group makes tileRows x tileColumns results in fp32: its subgroups share the tile among them, and the rows of A and
// columns of B that it needs, one step deep, in shared memory. While they multiply one step, each invocation holds its part of
// the next one in registers. Rows in shared memory are 16 bytes longer than what is in them, so that rows below each other lie
// in different banks.
// The kernels that are made of it say what B is: seekColumns(n), once, where this invocation's eights of each row begin, then
// eightBeside(k), those of row k; and with transposedB eightBelow(k, n), eight of column n from row k on; zeros for what B does
// not have.

#include "product/eightsepilogue.glsl"
#include "product/unitelement.glsl"

// Small tiles multiply for a short time only while they wait for the next step: theirs are twice as deep. As in matrixtile.cpp.
const uint stepDepth = tileRows <= 64 ? 64 : 32;
const uint deep = stepDepth / 8; // eights in a row of A, and in one of a transposed B
const uint across = tileColumns / 8; // in a row of another B
const uint pitchA = deep + 1;
const uint pitchB = transposedB != 0 ? deep + 1 : across + 1;
const uint eightsA = tileRows * deep;
const uint eightsB = tileColumns * deep;
const uint loadsA = (eightsA + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
const uint loadsB = (eightsB + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
const uint subgroupRows = tileRows / subgroupsDown;
const uint subgroupColumns = tileColumns / subgroupsAcross;
const uint unitsDown = subgroupRows / unitRows;
const uint unitsAcross = subgroupColumns / unitColumns;
const uint unitQuads = unitRows * unitColumns / 4;

shared uvec4 tileA[tileRows * pitchA];
shared uvec4 tileB[transposedB != 0 ? tileColumns * pitchB : stepDepth * pitchB];
shared vec4 staged[subgroupsDown * subgroupsAcross * unitQuads];

#define Sums coopmat<float, gl_ScopeSubgroup, unitRows, unitColumns, gl_MatrixUseAccumulator>
#define UnitA coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitRows, unitDepth, gl_MatrixUseA>
#define UnitB coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitDepth, unitColumns, gl_MatrixUseB>

uint firstA; // element of A's matrix
bool hasAlignedA; // each row begins an eight in memory

uvec4 loadA(uint index, uint row0, uint k0)
{
    const uint row = row0 + index / deep;
    const uint k = k0 + index % deep * 8;
    return aEight(firstA + row * push.strideA + k, row < push.rows ? eightBefore(push.depth, k) : 0, hasAlignedA);
}

uint placeInA(uint index) { return index / deep * pitchA + index % deep; }
uint placeInB(uint index)
{
    return transposedB != 0 ? index / deep * pitchB + index % deep : index / across * pitchB + index % across;
}

void loadStep(uint row0, uint column0, uint k0, out uvec4 nextA[loadsA], out uvec4 nextB[loadsB])
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        nextA[i] = index < eightsA ? loadA(index, row0, k0) : uvec4(0);
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (index >= eightsB) {
            nextB[i] = uvec4(0);
        } else if (transposedB != 0) {
            nextB[i] = eightBelow(k0 + index % deep * 8, column0 + index / deep);
        } else {
            nextB[i] = eightBeside(k0 + index / across); // the group's size is a multiple of `across`
        }
    }
}

void shareStep(uvec4 nextA[loadsA], uvec4 nextB[loadsB])
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (index < eightsA) {
            tileA[placeInA(index)] = nextA[i];
        }
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (index < eightsB) {
            tileB[placeInB(index)] = nextB[i];
        }
    }
}

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
    firstA = batchOffsetA();
    hasAlignedA = ((push.tensorOffset[aSlot] + firstA) | push.strideA) % 8 == 0;
    seekColumns(column0 + gl_LocalInvocationID.x % across * 8);
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
    [[unroll]] for (uint i = 0; i < unitsDown * unitsAcross; ++i) {
        coopMatStore(sums[i], staged, gl_SubgroupID * unitQuads, unitColumns / 4, gl_CooperativeMatrixLayoutRowMajor);
        subgroupBarrier();
        storeUnit(row0 + subgroupRow + i / unitsAcross * unitRows,
            column0 + subgroupColumn + i % unitsAcross * unitColumns);
        subgroupBarrier();
    }
}
