// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "topk/order.glsl"
#include "topk/runs.glsl"

layout(local_size_x = 64) in;

layout(constant_id = 2) const uint areChosen = 0; // runs lie next to each other in no order, else in that of their places

TENSOR(0, readonly, KEPT, x)
TENSOR(1, readonly, I64, origins)
TENSOR(2, writeonly, KEPT, values)
TENSOR(3, writeonly, I64, places)
// Each line's sorted runs, which hold up to `kept` of `span` elements, become one where `merged` lie next to each other,
// of which `keptNow` remain. An element's rank there is its rank in its own run and the elements before it in the others.
PARAMETERS(uint count; uint size; uint inner; uint span; uint runs; uint kept; uint merged; uint keptNow; uint runsNow;)

uint runLength(uint run) { return min(push.kept, min(push.span, push.size - run * push.span)); }

// Of equal elements.
bool isNearer(uint a, uint b) { return areChosen != 0 ? AT(origins, a) < AT(origins, b) : a < b; }

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint globalRun = i / push.kept;
    const uint line = globalRun / push.runs;
    const uint run = globalRun - line * push.runs;
    const uint lineBegin = line * push.runs * push.kept;
    uint rank = i - globalRun * push.kept;
    if (rank >= runLength(run)) {
        return;
    }
    const KEY own = KEY_OF(AT(x, i));
    const uint target = run / push.merged;
    const uint end = min((target + 1) * push.merged, push.runs);
    for (uint other = target * push.merged; other < end && rank < push.keptNow; ++other) {
        if (other == run) {
            continue;
        }
        const uint begin = lineBegin + other * push.kept;
        uint low = 0;
        uint high = min(runLength(other), push.keptNow - rank);
        while (low < high) {
            const uint middle = (low + high) / 2;
            const KEY key = KEY_OF(AT(x, begin + middle));
            if (key > own || (key == own && isNearer(begin + middle, i))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        rank += low;
    }
    if (rank < push.keptNow) {
        const uint to = areResults != 0
            ? (line / push.inner * push.keptNow + rank) * push.inner + line % push.inner
            : (line * push.runsNow + target) * push.keptNow + rank;
        AT(values, to) = AT(x, i);
        AT(places, to) = AT(origins, i);
    }
}
