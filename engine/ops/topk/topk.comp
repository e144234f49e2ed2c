// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "topk/order.glsl"
#include "topk/runs.glsl"

layout(local_size_x = 64) in;

layout(constant_id = 2) const uint areChosen = 0; // what is sorted are the elements that `chosen` names, else all

TENSOR(0, readonly, KEPT, x)
TENSOR(1, writeonly, KEPT, values)
TENSOR(2, writeonly, I64, places)
TENSOR(3, readonly, U32, chosen) // [line, extent]: places in the line, each once, in any order
// x is [outer, size, inner], `extent` elements of its lines are cut into `runs` runs of `span` elements. An element's rank
// is the number of elements of its run that come before it; those below `kept` are written.
PARAMETERS(uint count; uint size; uint inner; uint span; uint runs; uint kept; uint extent;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    uint line, at, outer, column;
    if (areChosen != 0) {
        line = i / push.extent;
        at = i - line * push.extent;
        outer = line / push.inner;
        column = line - outer * push.inner;
    } else {
        const uint row = i / push.inner;
        column = i - row * push.inner;
        outer = row / push.size;
        at = row - outer * push.size;
        line = outer * push.inner + column;
    }
    const uint begin = outer * push.size * push.inner + column;
    const uint firstChosen = line * push.extent;
    const uint run = areResults != 0 ? 0 : at / push.span;
    const uint first = run * push.span;
    const uint end = areResults != 0 ? push.extent : min(first + push.span, push.extent);
    const uint place = areChosen != 0 ? AT(chosen, firstChosen + at) : at;
    const KEY own = KEY_OF(AT(x, begin + place * push.inner));
    uint rank = 0;
    for (uint j = first; j < end; ++j) {
        const uint otherPlace = areChosen != 0 ? AT(chosen, firstChosen + j) : j;
        const KEY other = KEY_OF(AT(x, begin + otherPlace * push.inner));
        if (other > own || (other == own && otherPlace < place)) {
            ++rank;
        }
    }
    if (rank < push.kept) {
        const uint target = areResults != 0 ? (outer * push.kept + rank) * push.inner + column
                                            : (line * push.runs + run) * push.kept + rank;
        AT(values, target) = AT(x, begin + place * push.inner);
        AT(places, target) = int64_t(place);
    }
}
