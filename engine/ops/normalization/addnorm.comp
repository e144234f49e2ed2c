// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Layer or root mean square normalisation of x + skip. The first walk adds and keeps the sums, as they round, in their
// own tensor or in y; the other walks read those. Skip has skipRows rows, which repeat.

#include "tensor.glsl"
#include "real.glsl"
#define TEAM_TYPE REAL
#include "rows.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, skip)
TENSOR(2, readonly, T0, scale)
TENSOR(3, readonly, T0, bias)
TENSOR(4, , T0, y)
TENSOR(5, , T0, sum)

PARAMETERS(uint rows; uint extent; uint skipRows; float epsilon;)

layout(constant_id = 5) const uint writesSum = 0;

uint skipBegin; // of this invocation's row: a division once, not for every element

REAL element(uint row, uint i)
{
    const uint at = row * push.extent + i;
    return writesSum != 0 ? LOAD(T0, sum, at) : LOAD(T0, y, at);
}

REAL firstElement(uint row, uint i)
{
    const uint at = row * push.extent + i;
    const REAL added = LOAD(T0, x, at) + LOAD(T0, skip, skipBegin + i);
    if (writesSum != 0) {
        STORE(T0, sum, at, added);
    } else {
        STORE(T0, y, at, added);
    }
    return element(row, i); // read again: a device without 16-bit arithmetic rounds by storing alone
}

#include "normalization/moments.glsl"

void main()
{
    const uint row = teamRow();
    const uint count = row < push.rows ? push.extent : 0;
    skipBegin = row % push.skipRows * push.extent;
    const Moments moments = momentsOf(row, count, push.epsilon);
    TEAM_FOR(i, count) {
        REAL value = (element(row, i) - moments.average) * moments.inverse * LOAD(T0, scale, i);
        if (hasBias != 0) {
            value += LOAD(T0, bias, i);
        }
        STORE(T0, y, row * push.extent + i, value);
    }
}
