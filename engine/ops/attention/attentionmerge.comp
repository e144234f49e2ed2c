// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One result of what attentionrows.comp left for the parts of the keys: a work group takes a row, and weighs its parts by how
// their largest scores compare.

#include "tensor.glsl"

layout(local_size_x = 128) in;

TENSOR(0, readonly, F32, parts)
TENSOR(1, writeonly, T0, y)

PARAMETERS(uint rows; uint partCount; uint matrixRows; uint heads;)

layout(constant_id = 0) const uint width = 64;
layout(constant_id = 1) const uint headsInside = 0;

#include "attention/heads.glsl"

const uint mostParts = 64;
const uint partsAhead = 8; // that are on their way to an invocation
const float lowest = -3.402823466e38;

shared float tops[mostParts];
shared float factors[mostParts];
shared float sums[mostParts];

void main()
{
    const uint row = gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x;
    if (row >= push.rows) {
        return;
    }
    const uint lane = gl_LocalInvocationID.x;
    const uint begin = row * push.partCount * (width + 2);
    float partSum = 0.0;
    if (lane < push.partCount) {
        tops[lane] = AT(parts, begin + lane * (width + 2) + width);
        partSum = AT(parts, begin + lane * (width + 2) + width + 1);
    }
    barrier();
    float top = lowest;
    for (uint part = 0; part < push.partCount; ++part) {
        top = max(top, tops[part]);
    }
    if (lane < mostParts) {
        const float factor = lane < push.partCount ? exp2(max(tops[lane] - top, -100.0)) : 0.0;
        factors[lane] = factor;
        sums[lane] = factor * partSum;
    }
    barrier();
    float sum = 0.0;
    for (uint part = 0; part < push.partCount; ++part) {
        sum += sums[part];
    }
    const uint result = matrixBegin(headsOfY, row / push.matrixRows, push.matrixRows, width)
        + row % push.matrixRows * rowPitch(headsOfY, width);
    for (uint column = lane; column < width; column += gl_WorkGroupSize.x) {
        float value = 0.0;
        for (uint part0 = 0; part0 < push.partCount; part0 += partsAhead) {
            [[unroll]] for (uint i = 0; i < partsAhead; ++i) {
                const uint part = min(part0 + i, push.partCount - 1);
                const float factor = part0 + i < push.partCount ? factors[part] : 0.0;
                value += factor * AT(parts, begin + part * (width + 2) + column);
            }
        }
        STORE(T0, y, result + column, value / sum);
    }
}
