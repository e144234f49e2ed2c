// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// MatMulInteger of few rows: what counts is that B is read once, and as the bytes that it is. An invocation makes sixteen
// results of each of tileRows rows, over its share of the depth; depthLanes of them add theirs up.
#include "tensor.glsl"
#include "bytetexels.glsl"
#include "vectors.glsl"
#include "product/activation.glsl"

layout(local_size_x = 64, local_size_x_id = 2) in;
// 0: none, 1: one number, 2: one for each row of A, or column of B.
layout(constant_id = 0) const uint zerosOfA = 0;
layout(constant_id = 1) const uint zerosOfB = 0;
layout(constant_id = 3) const uint tileRows = 1;
layout(constant_id = 4) const uint depthLanes = 1;
// Results are written eight at once: rows of multiples of as many, which begin at such.
layout(constant_id = 5) const uint writesEights = 0;
// Results are float32, in c's place: sums times a factor plus what is added, of each column, then an activation.
layout(constant_id = 6) const uint isScaled = 0;
layout(constant_id = 7) const uint activation = 0;

WORD_TEXELS(0, a)
WORD_TEXELS(1, b)
TENSOR(2, readonly, T0, zeroA)
TENSOR(3, readonly, T1, zeroB)
TENSOR(4, writeonly, I32, c)
TENSOR(5, readonly, F32, factors)
VECTOR_TENSOR(5, readonly, u64vec4, factors)
VECTOR_TENSOR(4, writeonly, u64vec4, c)
PARAMETERS(uint rows; uint columns; uint depth; float low; float high;)

const uint lanesAcross = gl_WorkGroupSize.x / depthLanes;
const uint groupColumns = lanesAcross * 16;
shared int lanesSums[depthLanes == 1 ? 1 : gl_WorkGroupSize.x * 16];

int zeroOfRow(uint row)
{
    return zerosOfA == 0 ? 0 : int(LOAD(T0, zeroA, zerosOfA == 1 ? 0 : min(row, push.rows - 1)));
}

int zeroOfColumn(uint column)
{
    return zerosOfB == 0 ? 0 : int(LOAD(T1, zeroB, zerosOfB == 1 ? 0 : min(column, push.columns - 1)));
}

// The bits of a result.
int resultOf(int sum, float factor, float added)
{
    return isScaled == 0 ? sum
                         : floatBitsToInt(activated(float(sum) * factor + added, activation, push.low, push.high));
}

void store(uint row, uint column, int sum)
{
    if (row >= push.rows || column >= push.columns) {
        return;
    }
    float factor = 1.0;
    float added = 0.0;
    if (isScaled != 0) {
        factor = AT(factors, column);
        added = AT(factors, push.columns + column);
    }
    AT(c, row * push.columns + column) = resultOf(sum, factor, added);
}

// Of eight columns, the first of which is a multiple of 8, as `columns` is.
void readFactors(uint column, out float factor[8], out float added[8])
{
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        factor[i] = 1.0;
        added[i] = 0.0;
    }
    if (isScaled != 0) {
        const uint first = push.tensorOffset[5] / 8;
        const u64vec4 factorEight = VECTOR_AT(factors, first + column / 8);
        const u64vec4 addedEight = VECTOR_AT(factors, first + (push.columns + column) / 8);
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            const vec2 factorPair = uintBitsToFloat(unpackUint2x32(factorEight[i]));
            const vec2 addedPair = uintBitsToFloat(unpackUint2x32(addedEight[i]));
            [[unroll]] for (uint k = 0; k < 2; ++k) {
                factor[2 * i + k] = factorPair[k];
                added[2 * i + k] = addedPair[k];
            }
        }
    }
}

void main()
{
    const uint lane = gl_LocalInvocationID.x;
    const uint across = lane % lanesAcross;
    const uint deep = lane / lanesAcross;
    const uint row0 = gl_WorkGroupID.y * tileRows;
    const uint column = gl_WorkGroupID.x * groupColumns + across * 16;
    const uint firstColumn = min(column, push.columns - 1); // those behind the last one read what is there
    int zerosB[16];
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        zerosB[i] = zerosOfB == 2 || i == 0 ? zeroOfColumn(firstColumn + i) : zerosB[0];
    }
    int zerosA[tileRows];
    int sum[tileRows][16];
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        zerosA[r] = zeroOfRow(row0 + r);
        [[unroll]] for (uint i = 0; i < 16; ++i) {
            sum[r][i] = 0;
        }
    }
    const uint countA = push.rows * push.depth;
    const uint countB = push.depth * push.columns;
    for (uint k0 = deep * 16; k0 < push.depth; k0 += depthLanes * 16) {
        uint wordsA[tileRows][4];
        [[unroll]] for (uint r = 0; r < tileRows; ++r) {
            READ_SIXTEEN_BYTES(a, min(row0 + r, push.rows - 1) * push.depth + k0, countA, wordsA[r])
        }
        [[unroll]] for (uint k = 0; k < 16; ++k) {
            uint wordsB[4];
            READ_SIXTEEN_BYTES(b, min(k0 + k, push.depth - 1) * push.columns + firstColumn, countB, wordsB)
            int valuesA[tileRows];
            [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                const int value = byteOf(wordsA[r][k / 4], k % 4, T0_IS_SIGNED) - zerosA[r];
                valuesA[r] = k0 + k < push.depth ? value : 0;
            }
            [[unroll]] for (uint i = 0; i < 16; ++i) {
                const int valueB = byteOf(wordsB[i / 4], i % 4, T1_IS_SIGNED) - zerosB[i];
                [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                    sum[r][i] += valuesA[r] * valueB;
                }
            }
        }
    }
    if (writesEights != 0) {
        [[unroll]] for (uint g = 0; g < 2; ++g) {
            const bool exists = column + 8 * g < push.columns;
            float factor[8];
            float added[8];
            readFactors(exists ? column + 8 * g : 0, factor, added);
            [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                u64vec4 eight;
                [[unroll]] for (uint i = 0; i < 4; ++i) {
                    ivec2 pair;
                    [[unroll]] for (uint k = 0; k < 2; ++k) {
                        const uint at = 2 * i + k;
                        pair[k] = resultOf(sum[r][8 * g + at], factor[at], added[at]);
                    }
                    eight[i] = packUint2x32(uvec2(pair));
                }
                if (row0 + r < push.rows && exists) {
                    VECTOR_AT(c, (push.tensorOffset[4] + (row0 + r) * push.columns + column) / 8 + g) = eight;
                }
            }
        }
        return;
    }
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        const uint row = row0 + r;
        if (depthLanes > 1) {
            [[unroll]] for (uint i = 0; i < 16; ++i) {
                lanesSums[deep * groupColumns + across * 16 + i] = sum[r][i];
            }
            barrier();
            for (uint i = lane; i < groupColumns; i += gl_WorkGroupSize.x) {
                int total = 0;
                for (uint d = 0; d < depthLanes; ++d) {
                    total += lanesSums[d * groupColumns + i];
                }
                store(row, gl_WorkGroupID.x * groupColumns + i, total);
            }
            barrier();
        } else {
            // A loop: the code of sixteen accesses takes a driver longer than they take.
            for (uint i = 0; i < 16; ++i) {
                int value = sum[r][0];
                [[unroll]] for (uint p = 1; p < 16; ++p) {
                    value = p == i ? sum[r][p] : value;
                }
                store(row, column + i, value);
            }
        }
    }
}
