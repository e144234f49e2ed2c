// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A strided copy that swaps the innermost dimension, for software devices: the target walks the last dimension densely, the source
// the last but one. An invocation reads a run of the source at each of as many places along the last dimension, and writes
// these as runs of the target, or, of few columns, one run of all of them.

#include "tensor.glsl"

#define QUICK_QUOTIENTS
#include "stridedloop.glsl"
layout(local_size_x = 64) in;

PARAMETERS(uint invocations; uint sourceOffset; uint targetOffset; uint dims[6]; uint sourceStrides[6];
    uint targetStrides[6]; uint lastItem;)

layout(constant_id = 2) const uint interleavedColumns = 0; // 2 to 4, which are all of them; or 0
layout(constant_id = 3) const uint storeBytes = T0_BYTES;
const uint runItems = itemsPerInvocation;
const uint columnsAtOnce = interleavedColumns != 0 ? interleavedColumns : runItems;

#include "movement/runs.glsl"

// Few columns, which the target has side by side: the runs' items in turn.
void writeInterleaved(uint at, uint items, uint runs[columnsAtOnce][runWords])
{
    [[unroll]] for (uint q = 0; q < interleavedColumns; ++q) {
        uint words[runWords];
        clearRun(words);
        [[unroll]] for (uint i = 0; i < runItems; ++i) {
            const uint k = q * runItems + i;
            moveItem(runs[k % columnsAtOnce], k / columnsAtOnce, i, words);
        }
        if (q * runItems < items) {
            writeRun(at + q * runItems, items - q * runItems, words);
        }
    }
}

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint rows = push.dims[loopRank - 2];
    const uint columns = push.dims[loopRank - 1];
    const uint across = (columns + columnsAtOnce - 1) / columnsAtOnce;
    const uint down = (rows + runItems - 1) / runItems;
    const uint band = indexQuotient(invocation, across);
    const uint column = (invocation - band * across) * columnsAtOnce;
    uint outer = indexQuotient(band, down);
    const uint row = (band - outer * down) * runItems;
    uint from = push.tensorOffset[sourceSlot] + push.sourceOffset + row;
    uint to = push.tensorOffset[targetSlot] + push.targetOffset + column;
    for (int d = int(loopRank) - 3; d >= 0; --d) {
        const uint coordinate = takeCoordinate(outer, d, push.dims[d]);
        from += coordinate * push.sourceStrides[d];
        to += coordinate * push.targetStrides[d];
    }
    const uint fromStep = push.sourceStrides[loopRank - 1];
    const uint toStep = push.targetStrides[loopRank - 2];
    uint runs[columnsAtOnce][runWords];
    [[unroll]] for (uint i = 0; i < columnsAtOnce; ++i) {
        readRun(from + min(column + i, columns - 1) * fromStep, runs[i]);
    }
    if (interleavedColumns != 0) {
        writeInterleaved(to + row * toStep, (rows - row) * columns, runs);
        return;
    }
    [[unroll]] for (uint j = 0; j < runItems; ++j) {
        if (row + j < rows) {
            uint words[runWords];
            clearRun(words);
            [[unroll]] for (uint i = 0; i < columnsAtOnce; ++i) {
                moveItem(runs[i], j, i, words);
            }
            writeRun(to + (row + j) * toStep, columns - column, words);
        }
    }
}
