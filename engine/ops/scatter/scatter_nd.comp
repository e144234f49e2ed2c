// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "indices.glsl"
#include "scatter/reduction.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint reduction = 0;
layout(constant_id = 1) const uint writesKeys = 0;

TENSOR(0, readonly, T1, indices)
TENSOR(1, readonly, T0, updates)
TENSOR(2, , T0, result)
// One invocation walks `steps` tuples for one element of the slice: all tuples from `first` on when there is a reduction,
// so that no atomics are needed, else one. With `writesKeys` the slice of each tuple is all that is written.
PARAMETERS(uint count; uint first; uint steps; uint sliceSize; uint depth; uint dims[20];)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint slice = i / push.sliceSize;
    const uint element = i - slice * push.sliceSize;
    const uint firstTuple = push.first + slice;
    for (uint tuple = firstTuple; tuple < firstTuple + push.steps; ++tuple) {
        uint target = 0;
        bool isInside = true;
        for (uint d = 0; d < push.depth; ++d) {
            const uint index = checkedIndex(AT(indices, tuple * push.depth + d), push.dims[d]);
            isInside = isInside && index != noIndex;
            target = target * push.dims[d] + index;
        }
#if defined(T0_IS_b32)
        if (writesKeys != 0) {
            AT(result, tuple) = isInside ? target : noIndex;
            continue;
        }
#endif
        target = target * push.sliceSize + element;
        if (isInside) {
            STORE(T0, result, target,
                reduced(reduction, LOAD(T0, result, target), LOAD(T0, updates, tuple * push.sliceSize + element)));
        }
    }
}
