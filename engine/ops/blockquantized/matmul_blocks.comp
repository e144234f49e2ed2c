// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "rows.glsl"
#include "blockquantized/bytes.glsl"

// Few rows times packed weights, which are read as they lie: a team makes tileRows x tileColumns results, and walks the
// words of as many rows of the weights at once, so that what it reads of `a` serves all of them.

TENSOR(0, readonly, U8, packed)
TENSOR(0, readonly, U32, packedWords)
TENSOR(1, readonly, T0, scales)
TENSOR(2, readonly, U8, zeros)
TENSOR(2, readonly, T0, zeroValues)
TENSOR(3, readonly, T0, a)
TENSOR(4, readonly, T0, bias)
TENSOR(5, writeonly, T0, y)
PARAMETERS(uint rows; uint columns; uint depth; uint rowWords; uint tiles; uint blocks; uint blockSize; uint rowBytes;
           uint zeroBytes; uint packedBytes;)

layout(constant_id = 3) const uint tileRows = 1;
layout(constant_id = 4) const uint tileColumns = 4;
layout(constant_id = 5) const uint hasBias = 0;
#define BLOCKS_FIRST_CONSTANT 6
#include "blockquantized/blocks.glsl"

void main()
{
    const uint tile = teamRow();
    const uint tilesAcross = (push.columns + tileColumns - 1) / tileColumns;
    const bool exists = tile < push.tiles;
    const uint row0 = exists ? tile / tilesAcross * tileRows : 0;
    const uint column0 = exists ? tile % tilesAcross * tileColumns : 0;
    float sum[tileRows][tileColumns];
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            sum[r][c] = 0.0;
        }
    }
    TEAM_FOR(step, exists ? push.rowWords : 0) {
        const uint first = step * perWord;
        const uint block = first / push.blockSize;
        float values[tileRows][perWord];
        [[unroll]] for (uint r = 0; r < tileRows; ++r) {
            const uint row = min(row0 + r, push.rows - 1);
            [[unroll]] for (uint i = 0; i < perWord; ++i) {
                // The weights' last block reaches beyond the depth.
                const float value = LOAD(T0, a, row * push.depth + min(first + i, push.depth - 1));
                values[r][i] = first + i < push.depth ? value : 0.0;
            }
        }
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            const uint column = min(column0 + c, push.columns - 1);
            const uint word = wordAt(column * push.rowBytes + first * bits / 8);
            const float scale = LOAD(T0, scales, column * push.blocks + block);
            const float zero = zeroOf(column, block);
            [[unroll]] for (uint r = 0; r < tileRows; ++r) {
                float part = 0.0;
                [[unroll]] for (uint i = 0; i < perWord; ++i) {
                    part += (numberOf(word >> (i * bits)) - zero) * values[r][i];
                }
                sum[r][c] += part * scale;
            }
        }
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
