// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, , U32, rank)
TENSOR(2, writeonly, T0, values)
TENSOR(3, writeonly, I64, places)
// x is [outer, size, inner]. An element's rank is the number of elements of its line that come before it; those below k
// are the result. Long lines are compared in parts: this one is [first, first + steps).
PARAMETERS(uint count; uint size; uint inner; uint k; uint largest; uint first; uint steps;)

// NaN is larger than every number, as in NumPy.
bool isBefore(T0_COMPUTE a, T0_COMPUTE b)
{
#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
    if (isnan(a) || isnan(b)) {
        return push.largest != 0 ? isnan(a) && !isnan(b) : isnan(b) && !isnan(a);
    }
#endif
    return push.largest != 0 ? a > b : a < b;
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint line = i / push.inner;
    const uint at = line % push.size;
    const uint outer = line / push.size;
    const uint column = i - line * push.inner;
    const uint begin = outer * push.size * push.inner + column;
    const T0_COMPUTE own = LOAD(T0, x, i);
    uint before = push.first == 0 ? 0u : AT(rank, i);
    const uint end = push.first + push.steps;
    for (uint j = push.first; j < end; ++j) {
        const T0_COMPUTE other = LOAD(T0, x, begin + j * push.inner);
        if (isBefore(other, own) || (j < at && !isBefore(own, other))) {
            ++before;
        }
    }
    if (end < push.size) {
        AT(rank, i) = before;
    } else if (before < push.k) {
        const uint target = (outer * push.k + before) * push.inner + column;
        AT(values, target) = AT(x, i);
        AT(places, target) = int64_t(at);
    }
}
