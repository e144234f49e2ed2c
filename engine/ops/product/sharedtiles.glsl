// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A work group makes tileEdge x tileEdge results from tiles in shared memory, 8 x 8 or 4 x 4 per invocation, in quads: four
// rows or columns that are a quarter of the tile apart. One vector of shared memory holds a quad, and yet neighbouring
// invocations read and write neighbouring columns.
// A step along the depth is one quad of A and one of B for each invocation, which holds those of the next step in registers
// while it multiplies the quads of this one. What was read is not looked at before it is shared: that would be waiting for it.
// Each sum is made in the order of the depth, and the parts of a split product are cut at multiples of partStep, so the
// results are the same with every tile.
//
// The kernels that are made of it say what B is: quadOfB() of four times columnOfB(). What a column is takes divisions, so it
// is asked before the loop.

#include "product/bands.glsl"
#ifndef QUAD // what sums are made in, four of them
#define QUAD vec4
#endif
#ifdef WEIGHTLESS_NUMBERS // doubles and integers
#include "product/numberresult.glsl"
#define STORE_SUM(row, column, place, sum)                                                                            \
    storeNumber(row, column, place, sum, hasBias && !isScaled ? biasOf(row, column) : T0_COMPUTE(0))
#else
#include "product/epilogue.glsl"
#define STORE_SUM(row, column, place, sum) storeSum(row, column, place, sum)
#endif

layout(constant_id = 5) const uint tileEdge = 64; // 128, 64 or, by a work group of 64 invocations, 32
layout(constant_id = 6) const uint buffers = 2; // steps that shared memory has room for

const uint quads = tileEdge / 4; // across the tile
const uint blocks = tileEdge == 128 ? 2 : 1; // quads of an invocation's rows, and of its columns
const uint sumQuads = 4 * blocks * blocks;
const uint lanesAcross = quads / blocks;
const uint stepDepth = tileEdge == 64 ? 16 : 8; // invocations / quads
const uint partStep = 32;
const uint pitch = quads + 1; // so that quads of one place and of eight steps lie in different banks
shared QUAD tileA[buffers * stepDepth * pitch];
shared QUAD tileB[buffers * stepDepth * pitch];

QUAD quadOfA(uint rows[4], uint k)
{
    return QUAD(LOAD(T0, a, rows[0] + k), LOAD(T0, a, rows[1] + k), LOAD(T0, a, rows[2] + k), LOAD(T0, a, rows[3] + k));
}

void multiplyStep(uint first, uint x, uint y, inout QUAD sums[sumQuads])
{
    [[unroll]] for (uint k = 0; k < stepDepth; ++k) {
        QUAD quadsA[blocks];
        QUAD quadsB[blocks];
        [[unroll]] for (uint i = 0; i < blocks; ++i) {
            quadsA[i] = tileA[first + k * pitch + y + i * lanesAcross];
            quadsB[i] = tileB[first + k * pitch + x + i * lanesAcross];
        }
        [[unroll]] for (uint i = 0; i < 4 * blocks; ++i) {
            [[unroll]] for (uint j = 0; j < blocks; ++j) {
                sums[i * blocks + j] += quadsA[i / 4][i % 4] * quadsB[j];
            }
        }
    }
}

void storeSums(uint row0, uint column0, QUAD sums[sumQuads])
{
    [[unroll]] for (uint j = 0; j < 4 * blocks; ++j) {
        const uint column = column0 + j / 4 * lanesAcross + j % 4 * quads;
        bool exists;
        const uint place = placeOfColumn(column, exists);
        [[unroll]] for (uint i = 0; i < 4 * blocks; ++i) {
            const uint row = row0 + i / 4 * lanesAcross + i % 4 * quads;
            if (exists && row < push.rows) {
                STORE_SUM(row, column, place, sums[i * blocks + j / 4][j % 4]);
            }
        }
    }
}

void main()
{
    const uint row0 = tileOfGroup().y * tileEdge;
    const uint column0 = tileOfGroup().x * tileEdge;
    if (row0 >= push.rows || column0 >= push.columns || isLeftOut()) {
        return;
    }
    // Neighbours read along the depth of A, and along whichever of k and n is contiguous in B. Places past an edge are
    // the last row or column, whose sums nobody stores there.
    const uint lane = gl_LocalInvocationID.x;
    const uint kA = lane % stepDepth;
    const uint quadA = lane / stepDepth;
    const uint kB = transposedB != 0 ? kA : lane / quads;
    const uint quadB = transposedB != 0 ? quadA : lane % quads;
    const uint firstA = batchOffsetA();
    uint rows[4];
    ColumnOfB columns[4];
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        rows[i] = firstA + min(row0 + quadA + i * quads, push.rows - 1) * push.strideA;
        columns[i] = columnOfB(min(column0 + quadB + i * quads, push.columns - 1));
    }
    const uint x = lane % lanesAcross;
    const uint y = lane / lanesAcross;
    QUAD sums[sumQuads];
    [[unroll]] for (uint i = 0; i < sumQuads; ++i) {
        sums[i] = QUAD(0);
    }
    const uint begin = partBegin(partStep);
    const uint end = partEnd(partStep);
    QUAD nextA = QUAD(0);
    QUAD nextB = QUAD(0);
    bvec4 existB = bvec4(false);
    if (begin < end) {
        nextA = quadOfA(rows, min(begin + kA, end - 1));
        nextB = quadOfB(columns, min(begin + kB, end - 1), existB);
    }
    for (uint k0 = begin; k0 < end; k0 += stepDepth) {
        const uint first = k0 / stepDepth % buffers * (stepDepth * pitch); // of this step's quads
        tileA[first + kA * pitch + quadA] = k0 + kA < end ? nextA : QUAD(0);
        tileB[first + kB * pitch + quadB] = mix(QUAD(0), nextB, k0 + kB < end ? existB : bvec4(false));
        barrier();
        nextA = quadOfA(rows, min(k0 + stepDepth + kA, end - 1)); // after the last step, nothing new
        nextB = quadOfB(columns, min(k0 + stepDepth + kB, end - 1), existB);
        multiplyStep(first, x, y, sums);
        // With a second buffer, whoever is a step ahead does not write where others still read, and none is two ahead.
        if (buffers == 1) {
            barrier();
        }
    }
    storeSums(row0 + y, column0 + x, sums);
}
