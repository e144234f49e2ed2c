// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "elementwise/operations.glsl"
#include "elementwise/unarymath.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint operation = 0;
layout(constant_id = 1) const uint itemsPerInvocation = 1;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
PARAMETERS(uint count; float alpha; float beta;)

void main()
{
    const uint begin = linearIndex() * itemsPerInvocation;
    const uint end = min(begin + itemsPerInvocation, push.count);
    for (uint i = begin; i < end; ++i) {
        STORE(T0, y, i, unary(operation, LOAD(T0, x, i), push.alpha, push.beta));
    }
}
