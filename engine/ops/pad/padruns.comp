// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// pad.comp for software devices: an invocation reads its elements in texels and writes them as a run.

#include "tensor.glsl"

#define QUICK_QUOTIENTS
#include "stridedloop.glsl"
layout(local_size_x = 64) in;

TENSOR(1, readonly, T0, fill)
PARAMETERS(uint invocations; uint sourceOffset; uint dims[6]; int sizes[6]; int begins[6]; uint strides[6];)

layout(constant_id = 3) const uint storeBytes = T0_BYTES;
const uint runItems = itemsPerInvocation;

#define RUNS_INSIDE
#define RUN_TARGET_SLOT 2
#include "movement/runs.glsl"
#include "pad/shown.glsl"

// The fill value, in each place of a run.
void fillRun(out uint words[runWords])
{
    clearRun(words);
    const T0_STORAGE value = AT(fill, 0);
    [[unroll]] for (uint i = 0; i < runWords; ++i) {
#if T0_BYTES == 8
        words[i] = value[i % 2];
#else
        words[i] = uint(value) * (T0_BYTES == 4 ? 1u : T0_BYTES == 2 ? 0x10001u : 0x1010101u);
#endif
    }
}

void main()
{
    const uint invocation = linearIndex();
    if (invocation >= push.invocations) {
        return;
    }
    const uint last = loopRank - 1;
    const uint inner = push.dims[last];
    Run run = runOf(invocation, inner);
    const uint to = push.tensorOffset[targetSlot] + run.outer * inner + run.begin;
    const uint first = push.tensorOffset[sourceSlot]; // exists, whatever is cropped away
    uint from = first + push.sourceOffset;
    bool isFill = false;
    for (int d = int(loopRank) - 2; d >= 0; --d) {
        const int at = shownCoordinate(takeCoordinate(run.outer, d, push.dims[d]), uint(d));
        isFill = isFill || at < 0;
        from += uint(at) * push.strides[d];
    }
    uint words[runWords];
    uint filled[runWords];
    uint masks[runWords]; // of what shows the source
    clearRun(words);
    clearRun(masks);
    if (mode == 0) {
        fillRun(filled);
    }
    [[unroll]] for (uint i = 0; i < runItems; ++i) {
        const int at = shownCoordinate(min(run.begin + i, inner - 1), last);
        const bool shows = !isFill && at >= 0;
        addItem(shows ? from + uint(at) * push.strides[last] : first, i, words);
        [[unroll]] for (uint b = 0; b < T0_BYTES; b += 4) {
            const uint word = (i * T0_BYTES + b) / 4;
            masks[word] |= shows ? (T0_BYTES >= 4 ? ~0u : (1u << (8 * T0_BYTES % 32)) - 1u << (i * T0_BYTES % 4 * 8)) : 0;
        }
    }
    if (mode == 0) {
        [[unroll]] for (uint i = 0; i < runWords; ++i) {
            words[i] = (words[i] & masks[i]) | (filled[i] & ~masks[i]);
        }
    }
    writeRun(to, run.end - run.begin, words);
}
