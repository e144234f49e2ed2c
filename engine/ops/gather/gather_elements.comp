// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "indices.glsl"
#include "stridedloop.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, data)
TENSOR(1, readonly, T1, indices)
TENSOR(2, writeonly, T0, result)
// strides are the data's, 0 at the axis, whose coordinate the index gives.
PARAMETERS(uint invocations; uint axisSize; uint axisStride; uint dims[6]; uint strides[6];)

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint inner = push.dims[loopRank - 1];
    Run run = runOf(invocation, inner);
    const uint base = run.outer * inner;
    uint from = 0;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        from += takeCoordinate(run.outer, d, push.dims[d]) * push.strides[d];
    }
    for (uint i = run.begin; i < run.end; ++i) {
        const uint index = clampedIndex(AT(indices, base + i), push.axisSize);
        AT(result, base + i) = AT(data, from + i * push.strides[loopRank - 1] + index * push.axisStride);
    }
}
