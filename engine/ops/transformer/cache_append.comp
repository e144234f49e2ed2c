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

EIGHTS_STORAGE(0, past)
EIGHTS_RESULT(3, y)

const uint elements = hasPacks != 0 ? packSize : 1; // of an invocation

// Nothing is computed here, so bits are moved, also of float16 on devices without its arithmetic.
void storeOld(uint first, bool isThere, uint from)
{
    const bool areAligned = isPacked(push.tensorOffset[ySlot]) && (!isThere || isPacked(push.tensorOffset[pastSlot]));
    if (hasPacks != 0 && areAligned) {
        uvec4 pack = uvec4(0);
        if (isThere) {
            pack = EIGHTS(past, (push.tensorOffset[pastSlot] + from) / packSize);
        }
        EIGHTS(y, (push.tensorOffset[ySlot] + first) / packSize) = pack;
        return;
    }
    [[unroll]] for (uint i = 0; i < elements; ++i) {
        T0_COMPUTE value = T0_COMPUTE(0);
        if (isThere) {
            value = LOAD(T0, past, from + i);
        }
        STORE(T0, y, first + i, value);
    }
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
    const uint first = index * elements;
    if (place >= begin && place - begin < push.steps) {
        const uint from = push.offset + batch * push.xBatch + (place - begin) * push.xStep + row % push.heads * push.xHead;
        [[unroll]] for (uint i = 0; i < elements; ++i) {
            STORE(T0, y, first + i, rotatedElement(from, element + i, min(place, push.positionCount - 1)));
        }
        return;
    }
    storeOld(first, hasPast != 0 && place < push.pastPlaces, (row * push.pastPlaces + place) * push.size + element);
}
