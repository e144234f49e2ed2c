// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
PARAMETERS(uint count; uint rows; uint columns; int diagonal; uint upper;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint line = i / push.columns;
    const int column = int(i - line * push.columns);
    const int distance = column - int(line % push.rows);
    const bool isKept = push.upper != 0 ? distance >= push.diagonal : distance <= push.diagonal;
    if (isKept) {
        AT(y, i) = AT(x, i);
    } else {
        AT(y, i) = T0_STORAGE(0);
    }
}
