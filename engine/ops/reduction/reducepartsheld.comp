// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reducepartsgroups.comp for devices that hold parts of rows in registers: its tensors and parameters are the same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "reduction/kinds.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "reduction/finish.glsl"

PARAMETERS(uint teams; uint parts; uint partLength; uint extent;)

HELD_IN(0, x)
TENSOR(1, writeonly, F32, found)

#include "reduction/heldreduction.glsl"
#include "reduction/parts.glsl"

void main()
{
    const uint team = teamRow();
    const bool exists = team < push.teams;
    const Part place = partOf(team);
    const uint count = exists ? place.elements : 0;
    xHold(place.row * push.extent + place.first, count, place.elements, held);
    const Reduced part = reducedRow(count);
    if (exists && teamLane() == 0) {
        AT(found, team) = part.sum;
        AT(found, push.teams + team) = part.shift;
    }
}
