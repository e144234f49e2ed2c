// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A batch normalization after a convolution as factors and sums per filter (product/parameters.glsl, biasKind 3), the
// convolution's bias included: (sum + bias - mean) * scale / sqrt(variance + epsilon) + offset.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T1, scale)
TENSOR(1, readonly, T1, offset)
TENSOR(2, readonly, T1, mean)
TENSOR(3, readonly, T1, variance)
TENSOR(4, readonly, T0, bias)
TENSOR(5, writeonly, REAL, factors)

PARAMETERS(uint filters; float epsilon;)

layout(constant_id = 0) const uint hasBias = 0;

void main()
{
    const uint i = linearIndex();
    if (i >= push.filters) {
        return;
    }
    const REAL factor = LOAD(T1, scale, i) * inversesqrt(LOAD(T1, variance, i) + push.epsilon);
    const REAL before = hasBias != 0 ? LOAD(T0, bias, i) : 0.0;
    AT(factors, i) = factor;
    AT(factors, push.filters + i) = (before - LOAD(T1, mean, i)) * factor + LOAD(T1, offset, i);
}
