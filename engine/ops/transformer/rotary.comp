// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// Rotary position embedding of heads that lie anywhere, written anywhere. Elements from `rotated` on stay as they are;
// with none rotated it is a transposing copy.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint positionKind = 0; // of transformer::Positions

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, I64, positions)
TENSOR(1, readonly, I32, lengths)
TENSOR(2, readonly, T0, cosines)
TENSOR(3, readonly, T0, sines)
TENSOR(4, writeonly, T0, y)
// Counted as [batch][step][head][element].
PARAMETERS(uint count; uint steps; uint heads; uint size; uint rotated; uint positionCount; uint offset; uint xBatch;
           uint xStep; uint xHead; uint yBatch; uint yStep; uint yHead;)

#include "transformer/rotate.glsl"

uint positionOf(uint batch, uint step)
{
    int64_t position = 0;
    if (positionKind == 0) { // one for each
        position = AT(positions, batch * push.steps + step);
    } else if (positionKind == 1) { // those that follow the first
        position = AT(positions, 0) + step;
    } else { // those that end at the length of each sequence, which is stored less one
        position = max(AT(lengths, batch) + 1 - int(push.steps), 0) + int(step);
    }
    return uint(clamp(position, int64_t(0), int64_t(push.positionCount) - 1));
}

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint element = index % push.size;
    const uint head = index / push.size % push.heads;
    const uint step = index / push.size / push.heads % push.steps;
    const uint batch = index / push.size / push.heads / push.steps;
    const uint from = push.offset + batch * push.xBatch + step * push.xStep + head * push.xHead;
    const float value =
        element < push.rotated ? rotatedElement(from, element, positionOf(batch, step)) : LOAD(T0, x, from + element);
    STORE(T0, y, batch * push.yBatch + step * push.yStep + head * push.yHead + element, value);
}
