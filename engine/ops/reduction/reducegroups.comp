// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// reduce.comp for software devices, where rows are neighbours: eight of them at once, wherever a row begins. Its constants and
// parameters are the same.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "rows.glsl"
#include "reduction/kinds.glsl"
#include "reduction/finish.glsl"

PARAMETERS(uint rows; uint extent; uint keptSize[3]; uint keptStride[3]; uint reducedSize[3]; uint reducedStride[3];)

GROUPS(0, x)
TENSOR(1, writeonly, T0, y)

#include "reduction/groupreduction.glsl"

void main()
{
    const uint index = teamRow();
    const bool exists = index < push.rows;
    const Row row = rowAt(push.tensorOffset[0] + (exists ? index : 0) * push.extent, push.extent, exists);
    const Reduced found = reducedRow(row);
    if (exists && teamLane() == 0) {
        STORE(T0, y, index, finished(found, push.extent));
    }
}
