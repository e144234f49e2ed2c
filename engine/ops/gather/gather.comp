// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "indices.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint itemsPerInvocation = 1;

TENSOR(0, readonly, T0, data)
TENSOR(1, readonly, T1, indices)
TENSOR(2, writeonly, T0, result)
// result[outer, indexCount, inner] = data[outer, indices[indexCount], inner]
PARAMETERS(uint invocations; uint size; uint indexCount; uint inner;)

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint runs = (push.inner + itemsPerInvocation - 1) / itemsPerInvocation;
    const uint slice = invocation / runs;
    const uint begin = (invocation - slice * runs) * itemsPerInvocation;
    const uint end = min(begin + itemsPerInvocation, push.inner);
    const uint outer = slice / push.indexCount;
    const uint index = clampedIndex(AT(indices, slice - outer * push.indexCount), push.size);
    const uint from = (outer * push.size + index) * push.inner;
    const uint to = slice * push.inner;
    for (uint i = begin; i < end; ++i) {
        AT(result, to + i) = AT(data, from + i);
    }
}
