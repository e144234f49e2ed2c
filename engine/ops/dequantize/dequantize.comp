// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "scalelayout.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint itemsPerInvocation = 1;
layout(constant_id = 1) const uint hasZeroPoint = 0;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T1, scale)
TENSOR(2, readonly, T0, zeroPoint)
TENSOR(3, writeonly, T1, y)
PARAMETERS(uint count; SCALE_LAYOUT)

#include "scaleindex.glsl"

void main()
{
    const uint begin = linearIndex() * itemsPerInvocation;
    const uint end = min(begin + itemsPerInvocation, push.count);
    for (uint i = begin; i < end; ++i) {
        const uint s = scaleIndex(i);
        const int zero = hasZeroPoint != 0 ? int(LOAD(T0, zeroPoint, s)) : 0;
        STORE(T1, y, i, float(int(LOAD(T0, x, i)) - zero) * LOAD(T1, scale, s));
    }
}
