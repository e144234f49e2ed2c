// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "blockquantized/bytes.glsl"

// Rows of packed weights as numbers, a word per invocation.

layout(local_size_x = 64) in;

TENSOR(0, readonly, U8, packed)
TENSOR(0, readonly, U32, packedWords)
TENSOR(1, readonly, T0, scales)
TENSOR(2, readonly, U8, zeros)
TENSOR(2, readonly, T0, zeroValues)
TENSOR(3, writeonly, T0, y)
PARAMETERS(uint words; uint rowWords; uint firstRow; uint columns; uint blocks; uint blockSize; uint rowBytes; uint zeroBytes; uint packedBytes;)

#define BLOCKS_FIRST_CONSTANT 0
#include "blockquantized/blocks.glsl"

void main()
{
    const uint index = linearIndex();
    if (index >= push.words) {
        return;
    }
    const uint target = index / push.rowWords;
    const uint row = push.firstRow + target;
    const uint first = index % push.rowWords * perWord;
    const uint block = first / push.blockSize;
    const float scale = LOAD(T0, scales, row * push.blocks + block);
    const float zero = zeroOf(row, block);
    const uint word = wordAt(row * push.rowBytes + first * bits / 8);
    [[unroll]] for (uint i = 0; i < perWord; ++i) {
        if (first + i < push.columns) {
            STORE(T0, y, target * push.columns + first + i, (numberOf(word >> (i * bits)) - zero) * scale);
        }
    }
}
