// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "stridedloop.glsl"
layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, source)
TENSOR(1, readonly, T0, fill)
TENSOR(2, writeonly, T0, target)
PARAMETERS(uint invocations; uint sourceOffset; uint dims[6]; int sizes[6]; int begins[6]; uint strides[6];)

#include "pad/shown.glsl"

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
