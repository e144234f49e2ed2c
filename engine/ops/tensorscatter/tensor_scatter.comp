// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint isCircular = 0;

TENSOR(0, readonly, T0, past) // [batch, middle, size, inner]
TENSOR(1, readonly, T0, update) // [batch, middle, updated, inner]
TENSOR(2, readonly, I64, begins) // [batch]
TENSOR(3, writeonly, T0, present)
PARAMETERS(uint count; uint middle; uint size; uint updated; uint inner;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint column = i % push.inner;
    const uint place = i / push.inner % push.size;
    const uint row = i / (push.inner * push.size);
    int64_t step = int64_t(place) - AT(begins, row / push.middle);
    if (isCircular != 0) {
        step %= int64_t(push.size);
        step += step < 0 ? int64_t(push.size) : int64_t(0);
    }
    if (step >= 0 && step < int64_t(push.updated)) {
        AT(present, i) = AT(update, (row * push.updated + uint(step)) * push.inner + column);
    } else {
        AT(present, i) = AT(past, i);
    }
}
