// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// A cache of keys or values [batch, head, place, element], with new ones behind those that count. An invocation makes an
// element.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint hasPast = 0;

TENSOR(0, readonly, T0, past)
TENSOR(1, readonly, T0, fresh)
TENSOR(2, readonly, I32, lengths) // of each sequence with its new elements, less one
TENSOR(3, writeonly, T0, y)
PARAMETERS(uint count; uint places; uint heads; uint size; uint pastPlaces; uint steps; uint offset; uint freshBatch;
           uint freshStep; uint freshHead;)

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint element = index % push.size;
    const uint place = index / push.size % push.places;
    const uint row = index / push.size / push.places;
    const uint batch = row / push.heads;
    const uint begin = uint(max(AT(lengths, batch) + 1 - int(push.steps), 0));
    T0_COMPUTE value = T0_COMPUTE(0);
    if (place >= begin && place - begin < push.steps) {
        value = LOAD(T0, fresh, push.offset + batch * push.freshBatch + (place - begin) * push.freshStep
            + row % push.heads * push.freshHead + element);
    } else if (hasPast != 0 && place < push.pastPlaces) {
        value = LOAD(T0, past, (row * push.pastPlaces + place) * push.size + element);
    }
    STORE(T0, y, index, value);
}
