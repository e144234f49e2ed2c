// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, BOOL, y)
PARAMETERS(uint count; uint findsNan; uint findsPositiveInfinity; uint findsNegativeInfinity;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const T0_COMPUTE value = LOAD(T0, x, i);
    const bool found = (push.findsNan != 0 && isnan(value))
        || (isinf(value) && (value > 0 ? push.findsPositiveInfinity != 0 : push.findsNegativeInfinity != 0));
    AT(y, i) = uint8_t(found ? 1 : 0);
}
