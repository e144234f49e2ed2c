// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What turns sums of whole numbers into floats, as products take it (product/parameters.glsl, biasKind 3 and 4): factors, each
// the product of two scales, perhaps divided by a third, and then sums. Of each there is one, or one for each place.
#include "tensor.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, F32, left)
TENSOR(1, readonly, F32, right)
TENSOR(2, readonly, F32, bias)
TENSOR(2, readonly, I32, wholeBias)
TENSOR(3, writeonly, F32, factors)
TENSOR(4, readonly, F32, divisor)
PARAMETERS(uint count; uint leftStep; uint rightStep; uint biasStep;)

layout(constant_id = 0) const uint hasRight = 0;
layout(constant_id = 1) const uint biasKind = 0; // 1: added to the result, 2: int32, added to the sum
layout(constant_id = 2) const uint hasDivisor = 0;

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    float factor = AT(left, i * push.leftStep);
    if (hasRight != 0) {
        factor *= AT(right, i * push.rightStep);
    }
    if (hasDivisor != 0) {
        factor = exactDivide(factor, AT(divisor, 0));
    }
    float sum = 0.0;
    if (biasKind == 1) {
        sum = AT(bias, i * push.biasStep);
    } else if (biasKind == 2) {
        sum = float(AT(wholeBias, i * push.biasStep)) * factor;
    }
    AT(factors, i) = factor;
    AT(factors, push.count + i) = sum;
}
