// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "topk/order.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, values)
TENSOR(2, writeonly, I64, places)
// x is [outer, size, inner], its lines are cut into `runs` runs of `span` elements. An element's rank is the number of
// elements of its run that come before it; those below `kept` are written.
PARAMETERS(uint count; uint size; uint inner; uint span; uint runs; uint kept;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint row = i / push.inner;
    const uint at = row % push.size;
    const uint outer = row / push.size;
    const uint column = i - row * push.inner;
    const uint begin = outer * push.size * push.inner + column;
    const uint run = areResults != 0 ? 0 : at / push.span;
    const uint first = run * push.span;
    const uint end = areResults != 0 ? push.size : min(first + push.span, push.size);
    const T0_COMPUTE own = LOAD(T0, x, i);
    uint rank = 0;
    for (uint j = first; j < end; ++j) {
        const T0_COMPUTE other = LOAD(T0, x, begin + j * push.inner);
        if (isBefore(other, own) || (j < at && !isBefore(own, other))) {
            ++rank;
        }
    }
    if (rank < push.kept) {
        const uint target = areResults != 0 ? (outer * push.kept + rank) * push.inner + column
                                            : ((outer * push.inner + column) * push.runs + run) * push.kept + rank;
        AT(values, target) = AT(x, i);
        AT(places, target) = int64_t(at);
    }
}
