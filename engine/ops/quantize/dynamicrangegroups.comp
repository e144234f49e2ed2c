// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// dynamicrange.comp for software devices: eight neighbours at once. x begins at a group, and so do its parts.
#include "tensor.glsl"
#include "product/wide.glsl"
#include "rows.glsl"

GROUPS(0, x)
TENSOR(1, writeonly, F32, ranges)
PARAMETERS(uint count; uint parts; uint partSize;)

TEAM_REDUCE(teamMin, min(a, b))

void main()
{
    const uint part = teamRow();
    const bool exists = part < push.parts;
    const uint begin = exists ? part * push.partSize : 0;
    const uint extent = exists ? min(push.partSize, push.count - begin) : 0;
    const uint firstGroup = (push.tensorOffset[0] + begin) / 8;
    float low = 0.0;
    float high = 0.0;
    TEAM_FOR(g, (extent + 7) / 8) {
        float values[8];
        READ_GROUP(x, firstGroup + g, values);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            const float value = g * 8 + e < extent ? values[e] : 0.0; // what lies behind x is read as well
            low = min(low, value);
            high = max(high, value);
        }
    }
    low = teamMin(low);
    high = teamMax(high);
    if (exists && teamLane() == 0) {
        AT(ranges, 2 * part) = low;
        AT(ranges, 2 * part + 1) = high;
    }
}
