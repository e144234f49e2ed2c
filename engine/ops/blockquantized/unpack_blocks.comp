// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "vectors.glsl"
#include "bytes.glsl"

// Rows of packed weights as numbers, a word per invocation.

layout(local_size_x = 64) in;

TENSOR(0, readonly, U8, packed)
TENSOR(0, readonly, U32, packedWords)
TENSOR(1, readonly, T0, scales)
TENSOR(2, readonly, U8, zeros)
TENSOR(2, readonly, T0, zeroValues)
TENSOR(3, writeonly, T0, y)
TENSOR(4, readonly, I32, groups)
VECTOR_TENSOR(3, writeonly, VECTOR(T0_STORAGE), y)
PARAMETERS(uint words; uint rowWords; uint firstWord; uint firstElement; uint columns; uint blocks; uint blockSize; uint rowBytes; uint zeroBytes; uint packedBytes;
           uint firstRow; uint groupRows; uint groupDistance;)

#define BLOCKS_HAVE_GROUPS
#define BLOCKS_FIRST_CONSTANT 0
#include "packedblocks.glsl"

// Rows are multiples of four, which are written at once. 1: where y begins at such a multiple in memory; 2: as it does.
layout(constant_id = 5) const uint inFours = 0;

// The last bytes may be no whole word.
uint wordOrLessAt(uint at)
{
    if (at + 4 <= push.packedBytes) {
        return wordAt(at);
    }
    uint value = 0;
    for (uint i = 0; at + i < push.packedBytes; ++i) {
        value |= uint(AT(packed, at + i)) << (8 * i);
    }
    return value;
}

void main()
{
    const uint index = linearIndex();
    if (index >= push.words) {
        return;
    }
    const uint line = (push.firstWord + index) / push.rowWords;
    const uint group = line / push.groupRows;
    const uint row = push.firstRow + group * push.groupDistance + (line - group * push.groupRows);
    const uint first = (push.firstWord + index) % push.rowWords * perWord;
    const uint word = wordOrLessAt(row * push.rowBytes + first * bits / 8);
    const uint begin = line * push.columns + first - push.firstElement; // of 32 bits, as the two are
    if (hasGroups != 0) {
        for (uint i = 0; i < perWord && first + i < push.columns; ++i) {
            STORE(T0, y, begin + i, weightInGroup(row, first + i, word >> shiftOf(i)));
        }
        return;
    }
    const uint block = first / push.blockSize;
    const float scale = LOAD(T0, scales, row * push.blocks + block);
    const float zero = zeroOf(row, block);
    if (inFours == 2 || (inFours == 1 && push.tensorOffset[ySlot] % 4 == 0)) {
        [[unroll]] for (uint i = 0; i < perWord; i += 4) {
            const uvec4 four = uvec4(word) >> uvec4(shiftOf(i), shiftOf(i + 1), shiftOf(i + 2), shiftOf(i + 3));
            const vec4 numbers = vec4(numberOf(four.x), numberOf(four.y), numberOf(four.z), numberOf(four.w));
            if (first + i < push.columns) {
                VECTOR_AT(y, (push.tensorOffset[ySlot] + begin + i) / 4) = VECTOR(T0_STORE)((numbers - zero) * scale);
            }
        }
        return;
    }
    [[unroll]] for (uint i = 0; i < perWord; ++i) {
        if (first + i < push.columns) {
            STORE(T0, y, begin + i, (numberOf(word >> shiftOf(i)) - zero) * scale);
        }
    }
}
