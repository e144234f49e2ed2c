// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "indices.glsl"
#include "scatter/reduction.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint loopRank = 1;
layout(constant_id = 1) const uint reduction = 0;
layout(constant_id = 2) const uint writesKeys = 0;

TENSOR(0, readonly, T1, indices)
TENSOR(1, readonly, T0, updates)
TENSOR(2, , T0, result)
// One invocation walks `steps` updates in order, from `firstStep` on: of all that may meet in one element when there is
// a reduction, so that no atomics are needed, else one. With `writesKeys` the place of each is all that is written.
PARAMETERS(uint count; uint firstStep; uint steps; uint updateStep; uint axisSize; uint axisStride; uint dims[6]; uint strides[6];
    uint updateStrides[6];)

void main()
{
    uint rest = linearIndex();
    if (rest >= push.count) {
        return;
    }
    uint to = 0;
    uint from = push.firstStep * push.updateStep;
    for (int d = int(loopRank) - 1; d >= 0; --d) {
        const uint outer = rest / push.dims[d];
        const uint coordinate = rest - outer * push.dims[d];
        rest = outer;
        to += coordinate * push.strides[d];
        from += coordinate * push.updateStrides[d];
    }
    for (uint step = 0; step < push.steps; ++step, from += push.updateStep) {
        const uint index = checkedIndex(AT(indices, from), push.axisSize);
#if defined(T0_IS_b32)
        if (writesKeys != 0) {
            AT(result, from) = index != noIndex ? to + index * push.axisStride : noIndex;
            continue;
        }
#endif
        if (index != noIndex) {
            const uint target = to + index * push.axisStride;
            STORE(T0, result, target, reduced(reduction, LOAD(T0, result, target), LOAD(T0, updates, from)));
        }
    }
}
