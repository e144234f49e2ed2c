// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// A cache of keys or values [batch, head, place, element], with new ones, which are rotated on their way, behind those that count.
// An invocation makes 16 bytes of a head, where heads are multiples of that, or an element.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint hasPast = 0;
layout(constant_id = 2) const uint hasPacks = 0;

TENSOR(0, readonly, T0, past)
TENSOR(1, readonly, T0, x)
TENSOR(2, readonly, I32, lengths) // of each sequence with its new elements, less one
TENSOR(3, writeonly, T0, y)
TENSOR(4, readonly, T0, cosines)
TENSOR(5, readonly, T0, sines)
PARAMETERS(uint count; uint places; uint heads; uint size; uint pastPlaces; uint steps; uint offset; uint xBatch; uint xStep;
           uint xHead; uint rotated; uint positionCount;)

#include "product/packs.glsl"
#include "transformer/rotate.glsl"

PACKS_TENSOR(0, past)
EIGHTS_RESULT(3, y)

const uint elements = hasPacks != 0 ? packSize : 1; // of an invocation

uvec4 packOf(float values[packSize])
{
    uvec4 pack;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
#if T0_BYTES == 4
        pack[i] = floatBitsToUint(values[i]);
#else
        pack[i] = PAIR_BITS(values[2 * i], values[2 * i + 1]);
#endif
    }
    return pack;
}

void store(uint first, uvec4 pack)
{
    if (hasPacks == 0) {
        STORE(T0, y, first, elementOf(pack, 0));
    } else if (isPacked(push.tensorOffset[ySlot])) {
        EIGHTS(y, (push.tensorOffset[ySlot] + first) / packSize) = pack;
    } else {
        [[unroll]] for (uint i = 0; i < packSize; ++i) {
            STORE(T0, y, first + i, elementOf(pack, i));
        }
    }
}

uvec4 newPack(uint from, uint element, uint position)
{
    float values[packSize];
    [[unroll]] for (uint i = 0; i < packSize; ++i) {
        values[i] = i < elements ? rotatedElement(from, element + i, position) : 0.0;
    }
    return packOf(values);
}

uvec4 oldPack(uint first)
{
    if (hasPacks != 0) {
        return pastPack(first, isPacked(push.tensorOffset[pastSlot]));
    }
    float values[packSize];
    [[unroll]] for (uint i = 0; i < packSize; ++i) {
        values[i] = i == 0 ? LOAD(T0, past, first) : 0.0;
    }
    return packOf(values);
}

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint packs = push.size / elements;
    const uint element = index % packs * elements;
    const uint place = index / packs % push.places;
    const uint row = index / packs / push.places;
    const uint batch = row / push.heads;
    const uint begin = uint(max(AT(lengths, batch) + 1 - int(push.steps), 0));
    uvec4 pack = uvec4(0);
    if (place >= begin && place - begin < push.steps) {
        const uint from = push.offset + batch * push.xBatch + (place - begin) * push.xStep + row % push.heads * push.xHead;
        pack = newPack(from, element, min(place, push.positionCount - 1));
    } else if (hasPast != 0 && place < push.pastPlaces) {
        pack = oldPack((row * push.pastPlaces + place) * push.size + element);
    }
    store(index * elements, pack);
}
