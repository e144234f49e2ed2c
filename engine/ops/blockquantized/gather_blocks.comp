// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "indices.glsl"
#include "bytes.glsl"

// Slices of a table of 2, 4 or 8 bits as numbers, a number per invocation. Where an index is out of range they are 0.

layout(local_size_x = 64) in;

TENSOR(0, readonly, U8, data)
TENSOR(1, readonly, T0, scales)
TENSOR(2, readonly, U8, zeros)
TENSOR(3, readonly, T1, indices)
TENSOR(4, writeonly, T0, y)
// y[outer, indexCount, slice] = data[outer, indices[indexCount], slice]; the same elements are [wholes, depth, inner] around
// the axis that is divided into blocks, and the scales [wholes, blocks, inner].
PARAMETERS(uint count; uint size; uint indexCount; uint slice; uint depth; uint inner; uint blocks; uint blockSize; uint zeroBytes;)

layout(constant_id = 0) const uint bits = 4;
layout(constant_id = 1) const uint isSigned = 0; // two's complement, and so are zero points
layout(constant_id = 2) const uint hasZeros = 0;
layout(constant_id = 3) const uint middleZero = 8; // where there are none
layout(constant_id = 4) const uint hasWholeSlices = 1; // a slice is whole rows of blocks

float numberOf(uint value)
{
    const uint kept = value & ((1u << bits) - 1u);
    return isSigned != 0 ? float(bitfieldExtract(int(kept), 0, int(bits))) : float(kept);
}

// Of the slice that begins at row `from` of slices, the number at `place`.
float numberAt(uint from, uint place)
{
    // A table has more elements than 32 bits count where its bytes are fewer: of whole slices, rows are counted.
    const uint whole = push.depth * push.inner;
    const uint element = hasWholeSlices != 0 ? place : from * push.slice + place;
    const uint row = element / whole + (hasWholeSlices != 0 ? from * (push.slice / whole) : 0);
    const uint within = element % whole;
    const uint block = within / push.inner / push.blockSize;
    const uint scaleIndex = (row * push.blocks + block) * push.inner + within % push.inner;
    const uint zeroIndex = bits == 8 ? scaleIndex : row * push.zeroBytes + block * bits / 8;
    const float zero = hasZeros != 0 ? numberOf(uint(AT(zeros, zeroIndex)) >> (block * bits % 8)) : float(middleZero);
    const uint bytesInSlice = push.slice / (8 / bits);
    const uint value = uint(AT(data, from * bytesInSlice + place / (8 / bits))) >> (place * bits % 8);
    return (numberOf(value) - zero) * LOAD(T0, scales, scaleIndex);
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint lookup = i / push.slice;
    const uint outer = lookup / push.indexCount;
    const uint index = checkedIndex(AT(indices, lookup - outer * push.indexCount), push.size);
    float number = 0.0; // a constant of 16 bits would need a feature of the device
    if (index != noIndex) {
        number = numberAt(outer * push.size + index, i - lookup * push.slice);
    }
    STORE(T0, y, i, number);
}
