// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "rows.glsl"
#include "bytes.glsl"

// Few rows times packed weights, which are read as they lie: a team makes tileRows x tileColumns results, and walks the
// words of as many rows of the weights at once, so that what it reads of `a` serves all of them. Graphics cards read four
// words in an access, and `a` as packs, where both begin at 16 bytes.

TENSOR(0, readonly, U8, packed)
TENSOR(0, readonly, U32, packedWords)
TENSOR(1, readonly, T0, scales)
TENSOR(2, readonly, U8, zeros)
TENSOR(2, readonly, T0, zeroValues)
TENSOR(3, readonly, T0, a)
TENSOR(4, readonly, T0, bias)
TENSOR(4, readonly, I32, groups) // in the place of a bias
TENSOR(5, writeonly, T0, y)
PARAMETERS(uint rows; uint columns; uint depth; uint rowWords; uint tiles; uint blocks; uint blockSize; uint rowBytes;
           uint zeroBytes; uint packedBytes;)

layout(constant_id = 3) const uint tileRows = 1;
layout(constant_id = 4) const uint tileColumns = 4;
layout(constant_id = 5) const uint hasBias = 0;
layout(constant_id = 6) const uint wordsAtOnce = 1; // or 4: rows of the weights are multiples of 16 bytes
#define BLOCKS_HAVE_GROUPS
#define BLOCKS_FIRST_CONSTANT 7
#include "packedblocks.glsl"
#include "product/packs.glsl"

EIGHTS_STORAGE(0, packed)
PACKS_TENSOR(3, a)

// Of a step, what is multiplied at once: a word or, of four words, as many elements as a pack of `a` has. No block ends
// in between.
const uint partSize = wordsAtOnce == 1 || perWord > packSize ? perWord : packSize;
const uint partsPerStep = perWord * wordsAtOnce / partSize;

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

float sum[tileRows][tileColumns];
uvec4 words[tileColumns];
float values[tileRows][partSize]; // of `a`
float scale[tileColumns];
float zero[tileColumns];

void loadValues(uint row0, uint first)
{
    const bool isAligned = wordsAtOnce != 1 && isPacked(push.tensorOffset[aSlot] | push.depth);
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        const uint begin = min(row0 + r, push.rows - 1) * push.depth;
        if (isAligned && first + partSize <= push.depth) {
            [[unroll]] for (uint p = 0; p < partSize; p += packSize) {
                const uvec4 pack = aPack(begin + first + p, true);
                [[unroll]] for (uint i = 0; i < packSize; ++i) {
                    values[r][p + i] = elementOf(pack, i);
                }
            }
        } else {
            [[unroll]] for (uint i = 0; i < partSize; ++i) {
                // The weights' last block reaches beyond the depth.
                const float value = LOAD(T0, a, begin + min(first + i, push.depth - 1));
                values[r][i] = first + i < push.depth ? value : 0.0;
            }
        }
    }
}

uint numberAt(uint c, uint at) { return words[c][at / perWord] >> shiftOf(at); }

void addGroups(uint column0, uint first, uint begin)
{
    [[unroll]] for (uint i = 0; i < partSize; ++i) {
        const uint element = min(first + begin + i, push.depth - 1);
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            const float weight = weightInGroup(min(column0 + c, push.columns - 1), element, numberAt(c, begin + i));
            [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                sum[r][c] += weight * values[r][i];
            }
        }
    }
}

void addStep(uint row0, uint column0, uint first)
{
    [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
        const uint column = min(column0 + c, push.columns - 1);
        words[c] = wordsAt(column * push.rowBytes + first * bits / 8);
    }
    [[unroll]] for (uint p = 0; p < partsPerStep; ++p) {
        loadValues(row0, first + p * partSize);
        if (hasGroups != 0) {
            addGroups(column0, first, p * partSize);
            continue;
        }
        const bool beginsBlock = p == 0 || push.blockSize < perWord * wordsAtOnce;
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            const uint column = min(column0 + c, push.columns - 1);
            const uint block = (first + p * partSize) / push.blockSize;
            if (beginsBlock) {
                scale[c] = LOAD(T0, scales, column * push.blocks + block);
                zero[c] = zeroOf(column, block);
            }
            [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                float part = 0.0;
                [[unroll]] for (uint i = 0; i < partSize; ++i) {
                    part += (numberOf(numberAt(c, p * partSize + i)) - zero[c]) * values[r][i];
                }
                sum[r][c] += part * scale[c];
            }
        }
    }
}

void main()
{
    const uint tile = teamRow();
    const uint tilesAcross = (push.columns + tileColumns - 1) / tileColumns;
    const bool exists = tile < push.tiles;
    const uint row0 = exists ? tile / tilesAcross * tileRows : 0;
    const uint column0 = exists ? tile % tilesAcross * tileColumns : 0;
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            sum[r][c] = 0.0;
        }
    }
    TEAM_FOR(step, exists ? (push.rowWords + wordsAtOnce - 1) / wordsAtOnce : 0) {
        addStep(row0, column0, step * perWord * wordsAtOnce);
    }
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            const float total = teamSum(sum[r][c]);
            if (exists && teamLane() == 0 && row0 + r < push.rows && column0 + c < push.columns) {
                const float added = hasBias != 0 ? LOAD(T0, bias, column0 + c) : 0.0;
                STORE(T0, y, (row0 + r) * push.columns + column0 + c, total + added);
            }
        }
    }
}
