// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reduce.comp for rows of neighbours that a team holds in registers: its constants, parameters and tensors are the same.

#include "tensor.glsl"
#include "heldrows.glsl"
#include "reduction/kinds.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "reduction/finish.glsl"

PARAMETERS(uint rows; uint extent; uint keptSize[3]; uint keptStride[3]; uint reducedSize[3]; uint reducedStride[3];)

HELD_IN(0, x)
TENSOR(1, writeonly, T0, y)

#include "reduction/heldreduction.glsl"

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint count = exists ? push.extent : 0;
    xHold(min(row, push.rows - 1) * push.extent, count, push.extent, held);
    const Reduced found = reducedRow(count);
    if (exists && teamLane() == 0) {
        STORE(T0, y, row, finished(found, push.extent));
    }
}
