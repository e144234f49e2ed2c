// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "indices.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, data)
TENSOR(1, readonly, T1, indices)
TENSOR(2, writeonly, T0, result)
// Each tuple of `depth` indices selects a slice of sliceSize elements within its batch.
PARAMETERS(uint count; uint tuplesPerBatch; uint batchStride; uint sliceSize; uint depth; uint dims[20];)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint tuple = i / push.sliceSize;
    uint slice = 0;
    for (uint d = 0; d < push.depth; ++d) {
        slice = slice * push.dims[d] + clampedIndex(AT(indices, tuple * push.depth + d), push.dims[d]);
    }
    const uint from =
        tuple / push.tuplesPerBatch * push.batchStride + slice * push.sliceSize + (i - tuple * push.sliceSize);
    AT(result, i) = AT(data, from);
}
