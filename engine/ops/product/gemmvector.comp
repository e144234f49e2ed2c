// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Few rows times a matrix, on graphics cards: what counts is that B is read once, 16 bytes at a time, by enough invocations
// to keep memory busy. Each of them sums up tileRows x tileColumns results over its share of the depth; depthLanes of them
// have the same results and add their sums up in the end.
// Where B is transposed, neighbours lie along the depth, and a pack (packs.glsl) of B is the next elements of one column.
// Elsewhere they lie along the columns, and a pack is tileColumns results of one step.

#include "product/operands.glsl"

layout(local_size_x = 128, local_size_x_id = 4) in;

#define WEIGHTLESS_SPLITS 8
#include "product/matrix.glsl"
#include "product/epilogue.glsl"
#include "product/packs.glsl"

PACKS_TENSOR(0, a)
PACKS_TENSOR(1, b)

layout(constant_id = 5) const uint depthLanes = 16;
layout(constant_id = 6) const uint tileRows = 1;
layout(constant_id = 7) const uint tileColumns = 4; // packSize where B is not transposed

const uint lanesAcross = gl_WorkGroupSize.x / depthLanes;
const uint groupColumns = lanesAcross * tileColumns; // at most one for each invocation
shared float lanesSums[depthLanes * (groupColumns + 1)]; // an odd distance: neighbours write to different banks
const uint lanesPerColumn = gl_WorkGroupSize.x / groupColumns;
const uint sharers = lanesPerColumn < 8 ? lanesPerColumn : 8; // that add up parts of a column's sums first

float sum[tileRows][tileColumns];
uint beginA[tileRows]; // rows beyond the last one are that again
uint beginB[tileColumns]; // of columns where B is transposed, and so are they
uint firstB;
uint column; // of the lane's first result; wraps around left of column 0
bool isAlignedA;
bool hasPacksB; // the lane's places in B are packs

uvec4 packBeside(uint k) { return bPack(firstB + k * push.channelStride + column, true); }

// packSize steps from k on.
void addPacks(uint k)
{
    if (transposedB != 0) {
        uvec4 packsB[tileColumns];
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            packsB[c] = bPack(beginB[c] + k, true);
        }
        [[unroll]] for (uint r = 0; r < tileRows; ++r) {
            const uvec4 packA = aPack(beginA[r] + k, isAlignedA);
            [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
                [[unroll]] for (uint i = 0; i < packSize; ++i) {
                    sum[r][c] += elementOf(packA, i) * elementOf(packsB[c], i);
                }
            }
        }
        return;
    }
    uvec4 packsB[packSize];
    [[unroll]] for (uint i = 0; i < packSize; ++i) {
        packsB[i] = packBeside(k + i);
    }
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        const uvec4 packA = aPack(beginA[r] + k, isAlignedA);
        [[unroll]] for (uint i = 0; i < packSize; ++i) {
            [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
                sum[r][c] += elementOf(packA, i) * elementOf(packsB[i], c);
            }
        }
    }
}

// One step, wherever things begin.
void addStep(uint k)
{
    float valuesB[tileColumns];
    if (transposedB == 0 && hasPacksB) {
        const uvec4 packB = packBeside(k);
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            valuesB[c] = elementOf(packB, c);
        }
    } else {
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            const bool exists = transposedB != 0 || column + c < push.columns;
            const uint place = transposedB != 0 ? beginB[c] + k : firstB + k * push.channelStride + column + c;
            valuesB[c] = exists ? LOAD(T0, b, place) : 0.0;
        }
    }
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        const float valueA = LOAD(T0, a, beginA[r] + k);
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            sum[r][c] += valueA * valuesB[c];
        }
    }
}

// Steps begin where B has packs or, where its packs lie across the steps, where A has them. What is left at both ends of the
// part, or all of it where B has none, goes step by step.
void addPart(uint deep)
{
    const uint begin = partBegin(8);
    const uint count = max(partEnd(8), begin) - begin;
    const uint originA = push.tensorOffset[aSlot] + beginA[0] + begin;
    const uint origin = transposedB != 0 ? push.tensorOffset[bSlot] + firstB + begin
        : isPacked(push.strideA)         ? originA
                                         : 0;
    const uint head = min(count, (packSize - origin % packSize) % packSize);
    const uint packs = hasPacksB ? (count - head) / packSize : 0;
    isAlignedA = isPacked(push.strideA | (originA + head));
    for (uint i = deep; i < packs; i += depthLanes) {
        addPacks(begin + head + i * packSize);
    }
    const uint rest = count - packs * packSize;
    for (uint i = deep; i < rest; i += depthLanes) {
        addStep(begin + i + (i < head ? 0 : packs * packSize));
    }
}

// Every `sharers`-th sum of a column, into the first of them, which nobody else reads meanwhile.
void shareSums(uint lane)
{
    if (lane >= groupColumns * sharers) {
        return;
    }
    const uint first = lane / groupColumns * (groupColumns + 1) + lane % groupColumns;
    float part = 0.0;
    for (uint i = 0; i < depthLanes / sharers; ++i) {
        part += lanesSums[first + i * sharers * (groupColumns + 1)];
    }
    lanesSums[first] = part;
}

void main()
{
    const uint lane = gl_LocalInvocationID.x;
    const uint across = transposedB != 0 ? lane / depthLanes : lane % lanesAcross;
    const uint deep = transposedB != 0 ? lane % depthLanes : lane / lanesAcross;
    const uint row0 = gl_WorkGroupID.y * tileRows;
    firstB = batchOffsetB();
    hasPacksB = isPacked(push.channelStride);
    // Columns are counted from the pack that has B's first one.
    const uint phase = transposedB == 0 && hasPacksB ? (push.tensorOffset[bSlot] + firstB) % packSize : 0;
    const uint groupColumn = gl_WorkGroupID.x * groupColumns - phase;
    column = groupColumn + across * tileColumns;
    if (transposedB == 0) {
        hasPacksB = hasPacksB && column < push.columns && push.columns - column >= packSize;
    }
    [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
        beginB[c] = firstB + min(column + c, push.columns - 1) * push.channelStride;
    }
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        beginA[r] = batchOffsetA() + min(row0 + r, push.rows - 1) * push.strideA;
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            sum[r][c] = 0.0;
        }
    }
    addPart(deep);
    bool exists;
    const uint place = placeOfColumn(groupColumn + lane, exists);
    // Not unrolled: the row is picked by comparing, to keep the code small.
    for (uint row = 0; row < tileRows; ++row) {
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            float value = sum[0][c];
            [[unroll]] for (uint r = 1; r < tileRows; ++r) {
                value = r == row ? sum[r][c] : value;
            }
            lanesSums[deep * (groupColumns + 1) + across * tileColumns + c] = value;
        }
        barrier();
        if (sharers > 1) {
            shareSums(lane);
            barrier();
        }
        if (lane < groupColumns && exists && row0 + row < push.rows) {
            float total = 0.0;
            for (uint i = 0; i < (sharers > 1 ? sharers : depthLanes); ++i) {
                total += lanesSums[i * (groupColumns + 1) + lane];
            }
            storeSum(row0 + row, groupColumn + lane, place, total);
        }
        barrier();
    }
}
