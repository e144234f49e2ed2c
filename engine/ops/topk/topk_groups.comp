// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "topk/order.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, KEPT, x)
TENSOR(1, writeonly, KEPT, values)
TENSOR(2, writeonly, U32, places)
// x is [outer, size, inner]. Each element of a line is in one of `groups` groups, every group-th from the group's own place
// on, so that neighbours read neighbours. Each invocation finds the first of one of them: [outer, groups, inner].
PARAMETERS(uint count; uint size; uint inner; uint groups;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint row = i / push.inner;
    const uint column = i - row * push.inner;
    const uint outer = row / push.groups;
    const uint begin = outer * push.size * push.inner + column;
    uint place = row - outer * push.groups;
    KEY best = KEY_OF(AT(x, begin + place * push.inner));
    for (uint j = place + push.groups; j < push.size; j += push.groups) {
        const KEY key = KEY_OF(AT(x, begin + j * push.inner));
        place = key > best ? j : place;
        best = max(key, best);
    }
    AT(values, i) = AT(x, begin + place * push.inner);
    AT(places, i) = place;
}
