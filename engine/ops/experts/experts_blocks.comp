// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "rows.glsl"
#include "bytes.glsl"

// Experts whose weights are packed, and read as they lie (tiles.glsl).

TENSOR(0, readonly, U8, packed) // [experts, columns, rowBytes]
TENSOR(0, readonly, U32, packedWords)
TENSOR(1, readonly, T0, scales) // [experts, columns, blocks]
TENSOR(2, readonly, U8, zeros)
TENSOR(2, readonly, T0, zeroValues)
TENSOR(3, readonly, T0, a) // [rows, depth]
TENSOR(4, readonly, U32, route)
TENSOR(5, writeonly, F32, y) // [pairs, columns]
PARAMETERS(uint rows; uint columns; uint depth; uint tiles; uint experts; uint pairsPerRow; uint blocks; uint blockSize;
           uint rowBytes; uint zeroBytes; uint packedBytes;)

layout(constant_id = 3) const uint tileRows = 1;
layout(constant_id = 4) const uint tileColumns = 4;
layout(constant_id = 5) const uint isGrouped = 0;
layout(constant_id = 6) const uint wordsAtOnce = 1; // or 4: rows of the weights are multiples of 16 bytes
layout(constant_id = 7) const uint hasWholeRows = 0; // one scale each, and zero points packed along the columns
const uint usesPacks = wordsAtOnce == 1 ? 0 : 1;
#define BLOCKS_FIRST_CONSTANT 8
#include "packedblocks.glsl"
#include "product/packs.glsl"

EIGHTS_STORAGE(0, packed)
PACKS_TENSOR(3, a)

// As in matmul_blocks.comp: a word or, of four words, as many elements as a pack of `a` has. No block ends in between.
const uint partSize = wordsAtOnce == 1 || perWord > packSize ? perWord : packSize;
const uint stepElements = perWord * wordsAtOnce;
const uint partsPerStep = stepElements / partSize;
#include "experts/tiles.glsl"

float scale[tileColumns];
float zero[tileColumns];

uvec4 wordsAt(uint at)
{
    if (wordsAtOnce == 4 && push.tensorOffset[packedSlot] % 16 == 0) {
        return EIGHTS(packed, (push.tensorOffset[packedSlot] + at) / 16);
    }
    uvec4 words = uvec4(0);
    [[unroll]] for (uint i = 0; i < wordsAtOnce; ++i) {
        words[i] = wordAt(at + 4 * i);
    }
    return words;
}

void addStep(uint column0, uint first)
{
    uvec4 words[tileColumns];
    [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
        words[c] = wordsAt(weightRow(column0 + c) * push.rowBytes + first * bits / 8);
    }
    [[unroll]] for (uint p = 0; p < partsPerStep; ++p) {
        loadValues(first + p * partSize);
        const bool beginsBlock = p == 0 || push.blockSize < stepElements;
        // The last words may reach beyond the last block.
        const uint block = min((first + p * partSize) / push.blockSize, push.blocks - 1);
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            if (beginsBlock) {
                const uint row = weightRow(column0 + c);
                scale[c] = LOAD(T0, scales, row * push.blocks + block);
                zero[c] = hasWholeRows != 0 ? zeroOf(expert, row - expert * push.columns) : zeroOf(row, block);
            }
            [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                float part = 0.0;
                [[unroll]] for (uint i = 0; i < partSize; ++i) {
                    const uint at = p * partSize + i;
                    const float number = numberOf(words[c][at / perWord] >> (at % perWord * bits));
                    part += (number - zero[c]) * values[r][i];
                }
                sum[r][c] += part * scale[c];
            }
        }
    }
}
