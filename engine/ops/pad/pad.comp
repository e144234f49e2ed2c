// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "stridedloop.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 2) const uint mode = 0; // 0 constant, 1 reflect, 2 edge, 3 wrap

TENSOR(0, readonly, T0, source)
TENSOR(1, readonly, T0, fill)
TENSOR(2, writeonly, T0, target)
PARAMETERS(uint invocations; uint sourceOffset; uint dims[6]; int sizes[6]; int begins[6]; uint strides[6];)

// The source coordinate that a coordinate of the padded tensor shows; -1 for the fill value.
int shownCoordinate(uint coordinate, uint d)
{
    const int size = push.sizes[d];
    int at = int(coordinate) - push.begins[d];
    if (at >= 0 && at < size) {
        return at;
    }
    if (mode == 0) {
        return -1;
    }
    if (mode == 2) {
        return clamp(at, 0, size - 1);
    }
    if (mode == 3) {
        at -= at / size * size;
        return at < 0 ? at + size : at;
    }
    const int period = max(2 * (size - 1), 1);
    at = abs(at);
    at -= at / period * period;
    return min(at, period - at);
}

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint last = loopRank - 1;
    const uint inner = push.dims[last];
    Run run = runOf(invocation, inner);
    const uint base = run.outer * inner;
    uint from = push.sourceOffset;
    bool isFill = false;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const int at = shownCoordinate(takeCoordinate(run.outer, d, push.dims[d]), uint(d));
        isFill = isFill || at < 0;
        from += uint(at) * push.strides[d];
    }
    for (uint i = run.begin; i < run.end; ++i) {
        const int at = shownCoordinate(i, last);
        if (isFill || at < 0) {
            AT(target, base + i) = AT(fill, 0);
        } else {
            AT(target, base + i) = AT(source, from + uint(at) * push.strides[last]);
        }
    }
}
