// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product, one result per invocation: for small matrices, where the other kernels' tiles would be mostly empty and
// take longer to compile than this takes to run, and for layouts they do not take.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, a)
TENSOR(1, readonly, T0, b)
TENSOR(2, writeonly, T0, c)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, REAL, factors)
TENSOR(4, readonly, T0, residual)

#include "product/matrix.glsl"
#include "product/rowsofb.glsl"
#include "product/numberresult.glsl"

layout(constant_id = 4) const uint stepsAtOnce = 1;

void main()
{
    const uint index = linearIndex();
    const uint row = index / push.columns;
    const uint column = index % push.columns;
    bool exists;
    const uint place = placeOfColumn(column, exists);
    if (row >= push.rows || !exists || isLeftOut()) {
        return;
    }
    const uint beginA = batchOffsetA() + row * push.strideA;
    const uint beginB = batchOffsetB() + (transposedB != 0 ? column * push.channelStride : column);
    T0_COMPUTE sum = T0_COMPUTE(0);
    RowOfB rowB = firstRowOfB;
    for (uint k0 = 0; k0 < push.depth; k0 += stepsAtOnce) {
        // Counts from 0: the driver unrolls only loops whose steps it can count.
        [[unroll]] for (uint i = 0; i < stepsAtOnce; ++i) {
            const uint k = k0 + i;
            if (stepsAtOnce == 1 || k < push.depth) {
                const uint offsetB = transposedB != 0 ? k : rowB.offset;
                sum += LOAD(T0, a, beginA + k) * LOAD(T0, b, beginB + offsetB);
                toNextRow(rowB);
            }
        }
    }
    const T0_COMPUTE added = hasBias && !isScaled ? biasOf(row, column) : T0_COMPUTE(0);
    storeNumber(row, column, place, sum, added);
}
