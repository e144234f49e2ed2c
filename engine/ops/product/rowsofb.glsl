// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B's rows one after the other, without the divisions of rowOffsetB(). Include it after matrix.glsl.

#ifndef WEIGHTLESS_PRODUCT_ROWSOFB_GLSL
#define WEIGHTLESS_PRODUCT_ROWSOFB_GLSL

struct RowOfB {
    uint tapColumn;
    uint tapRow;
    uint offset; // where it begins
};

const RowOfB firstRowOfB = RowOfB(0, 0, 0);

void toNextRow(inout RowOfB row)
{
    row.tapColumn += 1;
    row.offset += push.tapStride;
    const bool rowDone = row.tapColumn == tapColumns();
    row.tapColumn = rowDone ? 0 : row.tapColumn;
    row.tapRow += rowDone ? 1 : 0;
    row.offset += rowDone ? push.tapRowStride - tapColumns() * push.tapStride : 0;
    const bool channelDone = row.tapRow == tapRows();
    row.tapRow = channelDone ? 0 : row.tapRow;
    row.offset += channelDone ? push.channelStride - tapRows() * push.tapRowStride : 0;
}

#endif
