// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A batch normalization after a convolution as factors and sums per filter (product/parameters.glsl, biasKind 3), the
// convolution's bias included: (sum + bias - mean) * scale / sqrt(variance + epsilon) + offset; and that, or the sum with
// the bias, times one number plus another.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T1, scale)
TENSOR(1, readonly, T1, offset)
TENSOR(2, readonly, T1, mean)
TENSOR(3, readonly, T1, variance)
TENSOR(4, readonly, T0, bias)
TENSOR(5, writeonly, REAL, factors)

PARAMETERS(uint filters; float epsilon; float times; float plus;)

layout(constant_id = 0) const uint hasBias = 0;
layout(constant_id = 1) const uint hasNorm = 1;

void main()
{
    const uint i = linearIndex();
    if (i >= push.filters) {
        return;
    }
    REAL factor = REAL(1.0);
    REAL sum = hasBias != 0 ? REAL(LOAD(T0, bias, i)) : REAL(0.0);
    if (hasNorm != 0) {
        factor = LOAD(T1, scale, i) * inversesqrt(LOAD(T1, variance, i) + push.epsilon);
        sum = (sum - LOAD(T1, mean, i)) * factor + LOAD(T1, offset, i);
    }
    AT(factors, i) = factor * push.times;
    AT(factors, push.filters + i) = sum * push.times + push.plus;
}
