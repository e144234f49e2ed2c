// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Adds up what the parts of a split product left in fp32, one after the other, and makes results of the sums.

#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, F32, partSums)
TENSOR(2, writeonly, T0, c)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, F32, factors)
TENSOR(4, readonly, T0, residual)

#include "product/parameters.glsl"
#include "product/epilogue.glsl"

layout(constant_id = 3) const uint parts = 2;

void main()
{
    const uint column = gl_WorkGroupID.x * 64 + gl_LocalInvocationID.x;
    const uint row = gl_WorkGroupID.y;
    bool exists;
    const uint place = placeOfColumn(column, exists);
    if (!exists) {
        return;
    }
    float sum = 0.0;
    for (uint part = 0; part < parts; ++part) {
        sum += AT(partSums, ((gl_WorkGroupID.z * parts + part) * push.rows + row) * push.columns + column);
    }
    storeResult(row, column, place, sum);
}
