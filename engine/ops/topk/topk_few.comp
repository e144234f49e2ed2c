// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "topk/order.glsl"
#include "topk/runs.glsl"

layout(local_size_x = 64) in;

layout(constant_id = 2) const uint few = 1; // `kept`, so that what is kept lies in registers

TENSOR(0, readonly, KEPT, x)
TENSOR(1, writeonly, KEPT, values)
TENSOR(2, writeonly, I64, places)
// x is [outer, size, inner], its lines are cut into `runs` runs of `span` elements. Each invocation walks one of them and
// keeps its first `kept` elements sorted.
PARAMETERS(uint count; uint size; uint inner; uint span; uint runs; uint kept; uint extent;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint row = i / push.inner;
    const uint column = i - row * push.inner;
    const uint outer = row / push.runs;
    const uint run = row - outer * push.runs;
    const uint begin = outer * push.size * push.inner + column;
    const uint first = run * push.span;
    const uint end = min(first + push.span, push.size);
    KEY best[few];
    uint origins[few];
    for (uint s = 0; s < few; ++s) {
        best[s] = KEY(0);
        origins[s] = 0;
    }
    uint held = 0;
    for (uint j = first; j < end; ++j) {
        KEY key = KEY_OF(AT(x, begin + j * push.inner));
        if (held == few && key <= best[few - 1]) {
            continue;
        }
        uint origin = j;
        bool moves = false; // what it pushes aside moves all that is behind it, equals too
        for (uint s = 0; s < few; ++s) {
            moves = moves || s >= held || key > best[s];
            const KEY previous = best[s];
            const uint previousOrigin = origins[s];
            best[s] = moves ? key : previous;
            origins[s] = moves ? origin : previousOrigin;
            key = moves ? previous : key;
            origin = moves ? previousOrigin : origin;
        }
        held = min(held + 1, few);
    }
    for (uint s = 0; s < few; ++s) {
        if (s < held) {
            const uint target = areResults != 0
                ? (outer * push.kept + s) * push.inner + column
                : ((outer * push.inner + column) * push.runs + run) * push.kept + s;
            AT(values, target) = AT(x, begin + origins[s] * push.inner);
            AT(places, target) = int64_t(origins[s]);
        }
    }
}
