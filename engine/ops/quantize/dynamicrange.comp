// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The least and the greatest value of parts of a tensor, 0 among them, beside each other.
#include "tensor.glsl"
#include "rows.glsl"

TENSOR(0, readonly, F32, x)
TENSOR(1, writeonly, F32, ranges)
PARAMETERS(uint count; uint parts; uint partSize;)

TEAM_REDUCE(teamMin, min(a, b))

void main()
{
    const uint part = teamRow();
    const bool exists = part < push.parts;
    const uint begin = exists ? part * push.partSize : 0;
    const uint extent = exists ? min(push.partSize, push.count - begin) : 0;
    float low = 0.0;
    float high = 0.0;
    TEAM_FOR(i, extent) {
        const float value = AT(x, begin + i);
        low = min(low, value);
        high = max(high, value);
    }
    low = teamMin(low);
    high = teamMax(high);
    if (exists && teamLane() == 0) {
        AT(ranges, 2 * part) = low;
        AT(ranges, 2 * part + 1) = high;
    }
}
