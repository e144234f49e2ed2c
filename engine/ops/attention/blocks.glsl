// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys and values in blocks of 8 keys, as attentionpack.comp writes and attentionflash.comp reads them, always fp32:
// a block is `depth` groups of k[d, 8 keys], then `width` groups of v[8 keys, w], padded with zeros past the last key.
// A group is one access (see product/wide.glsl for why). FIND_BLOCKS stands once in main(), before the first of either: their
// address is read there, since llvmpipe with LLVM 22 loses one that is read inside a loop.

#ifndef WEIGHTLESS_ATTENTION_BLOCKS_GLSL
#define WEIGHTLESS_ATTENTION_BLOCKS_GLSL

#include "product/floats.glsl"

// BLOCKS(slot, writeonly) and BLOCK_GROUP to write them, BLOCKS_TO_READ and READ_BLOCK to read.
#ifdef WEIGHTLESS_ADDRESSES
#define BLOCKS(slot, access)                                                                                          \
    layout(buffer_reference, std430, buffer_reference_align = 8) access buffer BlocksReference { u64vec4 groups[]; }; \
    const uint blocksSlot = slot;
#define FIND_BLOCKS BlocksReference blocks = BlocksReference(addressTable.address[blocksSlot]);
#define BLOCK_GROUP(index) blocks.groups[push.tensorOffset[blocksSlot] / 8 + (index)]
#define BLOCKS_TO_READ(slot) BLOCKS(slot, readonly)
#define READ_BLOCK(index, values) unpackFloats(BLOCK_GROUP(index), values)
#else
#define BLOCKS(slot, access)                                                                                          \
    layout(std430, set = 0, binding = slot) access buffer BlocksBuffer { u64vec4 blocksData[]; };                    \
    const uint blocksSlot = slot;
#define FIND_BLOCKS
#define BLOCK_GROUP(index) blocksData[push.tensorOffset[blocksSlot] / 8 + (index)]
#define BLOCKS_TO_READ(slot) FLOATS_TEXELS(slot, blocks)
#define READ_BLOCK(index, values) READ_FLOATS(blocks, push.tensorOffset[blocksSlot] / 8 + (index), values)
#endif

#endif
