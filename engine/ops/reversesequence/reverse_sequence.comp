// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, I64, lengths)
TENSOR(2, writeonly, T0, y)
// x is [rows, columns, inner]; time runs along the rows or along the columns, the batch along the other.
PARAMETERS(uint count; uint rows; uint columns; uint inner; uint timeIsColumns;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint line = i / push.inner;
    uint row = line / push.columns;
    uint column = line - row * push.columns;
    const uint steps = push.timeIsColumns != 0 ? push.columns : push.rows;
    const int64_t given = AT(lengths, push.timeIsColumns != 0 ? row : column);
    const uint size = uint(clamp(given, int64_t(0), int64_t(steps)));
    const uint time = push.timeIsColumns != 0 ? column : row;
    const uint source = time < size ? size - 1 - time : time;
    if (push.timeIsColumns != 0) {
        column = source;
    } else {
        row = source;
    }
    AT(y, i) = AT(x, (row * push.columns + column) * push.inner + (i - line * push.inner));
}
