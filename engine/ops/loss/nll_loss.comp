// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, scores)
TENSOR(1, readonly, T1, classOf)
TENSOR(2, readonly, T0, weights)
TENSOR(3, writeonly, REAL, loss)
TENSOR(4, writeonly, REAL, share)
// scores are [batch, classes, inner], classOf [batch, inner]. An element of the ignored class has no loss and no share
// in the mean, nor has one of a class that does not exist.
PARAMETERS(uint count; uint classes; uint inner; uint hasWeights; uint ignores; int ignored;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const T1_COMPUTE c = LOAD(T1, classOf, i);
    const bool isCounted = c >= T1_COMPUTE(0) && c < T1_COMPUTE(push.classes)
        && !(push.ignores != 0 && c == T1_COMPUTE(push.ignored));
    REAL weight = 0;
    REAL value = 0;
    if (isCounted) {
        const uint outer = i / push.inner;
        weight = push.hasWeights != 0 ? REAL(LOAD(T0, weights, uint(c))) : 1.0;
        value = REAL(LOAD(T0, scores, (outer * push.classes + uint(c)) * push.inner + (i - outer * push.inner)));
    }
    AT(loss, i) = -value * weight;
    AT(share, i) = weight;
}
