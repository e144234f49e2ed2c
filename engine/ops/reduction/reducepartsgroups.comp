// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reducegroups.comp for parts of rows: sums of all parts, and then what was taken from their elements first.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "rows.glsl"
#include "reduction/kinds.glsl"
#include "reduction/finish.glsl"

PARAMETERS(uint teams; uint parts; uint partLength; uint extent;)

GROUPS(0, x)
TENSOR(1, writeonly, F32, found)

#include "reduction/groupreduction.glsl"
#include "reduction/parts.glsl"

void main()
{
    const uint team = teamRow();
    const bool exists = team < push.teams;
    const Part place = partOf(team);
    const uint begin = push.tensorOffset[0] + place.row * push.extent + place.first;
    const Reduced part = reducedRow(rowAt(begin, place.elements, exists));
    if (exists && teamLane() == 0) {
        AT(found, team) = part.sum;
        AT(found, push.teams + team) = part.shift;
    }
}
