// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64, local_size_x_id = 0) in;
layout(constant_id = 1) const uint multiplies = 0; // CumProd
layout(constant_id = 2) const uint hasChunks = 0;
layout(constant_id = 3) const uint isTotal = 0; // a chunk yields its sum or product alone

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
// Of each line's chunks: their own totals, or those of all chunks before.
#define SUM_STORAGE T0_COMPUTE
#if T0_BYTES < 4
#define SUM_BYTES 4 // floats
#else
#define SUM_BYTES T0_BYTES
#endif
TENSOR(2, , SUM, totals)
// One invocation per chunk of a line of `size` elements, `inner` apart.
PARAMETERS(uint count; uint size; uint inner; uint chunk; uint chunks; uint exclusive; uint reverse;)

T0_COMPUTE joined(T0_COMPUTE sum, T0_COMPUTE value) { return multiplies != 0 ? sum * value : sum + value; }

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    uint outer = index / push.inner;
    const uint column = index - outer * push.inner;
    uint first = 0;
    uint end = push.size;
    uint total = 0;
    T0_COMPUTE sum = T0_COMPUTE(multiplies);
    if (hasChunks != 0) {
        const uint chunk = outer % push.chunks;
        outer /= push.chunks;
        first = chunk * push.chunk;
        end = min(first + push.chunk, push.size);
        total = (outer * push.inner + column) * push.chunks + chunk;
        if (isTotal == 0) {
            sum = AT(totals, total);
        }
    }
    const uint begin = outer * push.size * push.inner + column;
    for (uint step = first; step < end; ++step) {
        const uint i = begin + (push.reverse != 0 ? push.size - 1 - step : step) * push.inner;
        const T0_COMPUTE value = LOAD(T0, x, i);
        if (isTotal != 0) {
            sum = joined(sum, value);
        } else if (push.exclusive != 0) {
            STORE(T0, y, i, sum);
            sum = joined(sum, value);
        } else {
            sum = joined(sum, value);
            STORE(T0, y, i, sum);
        }
    }
    if (isTotal != 0) {
        AT(totals, total) = sum;
    }
}
