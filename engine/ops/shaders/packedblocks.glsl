// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Weights of 2, 4 or 8 bits in blocks that share a scale and a zero point, lowest bits first but for codes of floats. A row
// is whole blocks; its zero points begin at a byte. Expects the tensors packed and packedWords (slot 0), scales, zeros and
// zeroValues, with BLOCKS_HAVE_GROUPS also groups, and the parameters blocks, blockSize, rowBytes, zeroBytes and packedBytes.

#include "indices.glsl"

layout(constant_id = BLOCKS_FIRST_CONSTANT) const uint bits = 4;
layout(constant_id = BLOCKS_FIRST_CONSTANT + 1) const uint zeroKind = 0; // 0: middleZero, 1: packed, 2: of the scale's type
layout(constant_id = BLOCKS_FIRST_CONSTANT + 2) const uint coding = 0; // 0: integers, 1: FP4, 2: NF4, both highest bits first
layout(constant_id = BLOCKS_FIRST_CONSTANT + 3) const uint middleZero = 8;
#ifdef BLOCKS_HAVE_GROUPS
layout(constant_id = BLOCKS_FIRST_CONSTANT + 4) const uint hasGroups = 0; // groups says which block's scale and zero an element has
#endif

// Elements in a word.
const uint perWord = 32 / bits;

// The word whose first byte is `at`, wherever a constant begins.
uint wordAt(uint at)
{
    const uint offset = push.tensorOffset[packedSlot];
    const uint word = (offset + at) / 4 - offset; // AT() adds the offset
    const uint skipped = (offset + at) % 4;
    uint value = AT(packedWords, word);
    if (skipped != 0) {
        value >>= skipped * 8;
        if (at + 4 - skipped < push.packedBytes) {
            value |= AT(packedWords, word + 1) << (32 - skipped * 8);
        }
    }
    return value;
}

// Where in its word an element begins.
uint shiftOf(uint element) { return (element % perWord ^ (coding != 0 ? 1u : 0u)) * bits; }

// Of bitsandbytes: floats of 4 bits, and the quantiles of a normal distribution.
const float fp4[8] = float[](0.0, 0.005208333333, 0.66666667, 1.0, 0.33333333, 0.5, 0.16666667, 0.25);
const float nf4[16] = float[](-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
    -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634,
    0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0);

float numberOf(uint value)
{
    const uint kept = value & ((1u << bits) - 1u);
    if (coding == 1) {
        return kept < 8 ? fp4[kept] : -fp4[kept - 8];
    }
    return coding == 2 ? nf4[kept] : float(kept);
}

float zeroOf(uint row, uint block)
{
    if (zeroKind == 2) {
        return LOAD(T0, zeroValues, row * push.blocks + block);
    }
    if (zeroKind == 1) {
        const uint bit = block * bits;
        return numberOf(uint(AT(zeros, row * push.zeroBytes + bit / 8)) >> (bit % 8));
    }
    return float(middleZero);
}

#ifdef BLOCKS_HAVE_GROUPS
// Of weights that were sorted before they were quantized: an element's block is where its neighbours were then.
float weightInGroup(uint row, uint element, uint value)
{
    const uint block = clampedIndex(AT(groups, element), push.blocks);
    return (numberOf(value) - zeroOf(row, block)) * LOAD(T0, scales, row * push.blocks + block);
}
#endif
