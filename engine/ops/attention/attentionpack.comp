// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Copies keys and values into the blocks of blocks.glsl; one group of 8 keys per invocation.

#include "tensor.glsl"
#include "attention/blocks.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, k)
TENSOR(1, readonly, T0, v)
BLOCKS(2, writeonly)

PARAMETERS(uint groups; uint keys; uint depth; uint width; uint blocks; uint keyStride; uint depthStride;
           uint heads;)

layout(constant_id = 0) const uint headsInside = 0;

#include "attention/heads.glsl"

void main()
{
    const uint group = linearIndex();
    if (group >= push.groups) {
        return;
    }
    const uint items = push.depth + push.width;
    const uint item = group % items;
    const uint block = group / items % push.blocks;
    const uint matrix = group / items / push.blocks;
    const bool isKey = item < push.depth;
    u64vec4 packed;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        vec2 pair = vec2(0.0);
        [[unroll]] for (uint j = 0; j < 2; ++j) {
            const uint key = block * 8 + i * 2 + j;
            if (key < push.keys) {
                if (isKey) {
                    pair[j] = LOAD(T0, k,
                        matrixBegin(headsOfK, matrix, push.keys, push.depth) + key * push.keyStride
                            + item * push.depthStride);
                } else {
                    pair[j] = LOAD(T0, v,
                        matrixBegin(headsOfV, matrix, push.keys, push.width) + key * rowPitch(headsOfV, push.width)
                            + item - push.depth);
                }
            }
        }
        packed[i] = packUint2x32(floatBitsToUint(pair));
    }
    FIND_BLOCKS
    BLOCK_GROUP(group) = packed;
}
