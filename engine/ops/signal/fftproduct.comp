// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, REAL, x) // [lines, lineSize, 2]
TENSOR(1, readonly, REAL, response) // [lineSize, 2]
TENSOR(2, writeonly, REAL, y)
// The conjugate of the product: a forward transform of it is that of an inverse one.
PARAMETERS(uint count; uint lineSize;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint n = i % push.lineSize;
    const REAL a = AT(x, 2 * i);
    const REAL b = AT(x, 2 * i + 1);
    const REAL c = AT(response, 2 * n);
    const REAL d = AT(response, 2 * n + 1);
    AT(y, 2 * i) = a * c - b * d;
    AT(y, 2 * i + 1) = -(a * d + b * c);
}
