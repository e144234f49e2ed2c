// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention for graphics cards, without scores in memory: a work group takes tileRows rows of q and walks the keys, 64 at a
// time. Its scores lie in shared memory, where weighTile() makes weights of them relative to the largest so far; the kernel
// keeps the sums of weighted values and scales them by `factors` whenever the largest changes. Scores are in units of log2,
// so that exp2 serves.
// The kernels that include this say where a weight goes: storeWeight(row, key, weight), which returns it as stored.

#ifndef WEIGHTLESS_ATTENTION_TILE_GLSL
#define WEIGHTLESS_ATTENTION_TILE_GLSL

TENSOR(0, readonly, T0, q)
TENSOR(1, readonly, T0, k)
TENSOR(2, readonly, T0, v)
TENSOR(3, readonly, T0, mask)
TENSOR(4, writeonly, T0, y)
TENSOR(5, readonly, I32, lengths)

PARAMETERS(uint rows; uint keys; float scale; uint innerBatch; uint maskOuter; uint maskInner; uint maskRow;
           uint maskColumn; uint causalSteps; uint causalBefore; uint causalMatrices; float softcap; uint heads;)

layout(constant_id = 0) const uint depth = 64;
layout(constant_id = 1) const uint width = 64;
layout(constant_id = 2) const uint hasMask = 0;
layout(constant_id = 3) const uint isTransposed = 0; // k is [depth, keys]
layout(constant_id = 5) const uint tileRows = 64;
layout(constant_id = 6) const uint causal = 0;
layout(constant_id = 7) const uint isCapped = 0;
layout(constant_id = 8) const uint headsInside = 0;

#include "attention/heads.glsl"
#include "attention/visible.glsl"

const uint tileKeys = 64;
const uint scorePitch = tileKeys + 4; // rows below each other lie in different banks, and begin at 16 bytes
const uint mostTeam = 4; // invocations that share a row
const float lowest = -3.402823466e38;
const float log2e = 1.442695041;

shared float scores[tileRows * scorePitch];
shared float largest[tileRows];
shared float sums[tileRows];
shared float factors[tileRows];
shared float parts[tileRows * mostTeam];
shared float partSums[tileRows * mostTeam];

float storeWeight(uint row, uint key, float weight);

// Not below 2^-100: a row whose every key is masked stays the mean of the values.
float weightOf(float exponent)
{
    return exp2(max(exponent, -100.0));
}

void beginRows()
{
    for (uint row = gl_LocalInvocationID.x; row < tileRows; row += gl_WorkGroupSize.x) {
        largest[row] = lowest;
        sums[row] = 0.0;
    }
}

float maskAt(uint row, uint key)
{
    const uint matrix = gl_WorkGroupID.y;
    const uint begin = matrix / push.innerBatch * push.maskOuter + matrix % push.innerBatch * push.maskInner;
    return LOAD(T0, mask, begin + min(row, push.rows - 1) * push.maskRow + key * push.maskColumn);
}

// Keys that a tile's rows see: behind them there is nothing to do.
uint keysOfTile(uint firstRow)
{
    return keysSeenByAny(firstRow, min(firstRow + tileRows, push.rows) - 1, placesBefore(gl_WorkGroupID.y), push.keys);
}

// All invocations, after a barrier; ends with one.
void weighTile(uint firstRow, uint firstKey)
{
    const uint before = placesBefore(gl_WorkGroupID.y);
    const uint team = clamp(gl_WorkGroupSize.x / tileRows, 1, mostTeam);
    const uint part = gl_LocalInvocationID.x % team;
    const uint firstInTile = gl_LocalInvocationID.x / team;
    const uint rowStep = gl_WorkGroupSize.x / team;
    for (uint row = firstInTile; row < tileRows; row += rowStep) {
        const uint end = keysSeen(firstRow + row, before, push.keys);
        float top = lowest;
        for (uint key = part; key < tileKeys; key += team) {
            float score = lowest;
            if (firstKey + key < end) {
                const float product = scores[row * scorePitch + key];
                score = isCapped != 0 ? capped(product * push.scale) * log2e : product * (push.scale * log2e);
                if (hasMask != 0) {
                    score += maskAt(firstRow + row, firstKey + key) * log2e;
                }
                score = max(score, lowest); // a mask may be -infinity
            }
            scores[row * scorePitch + key] = score;
            top = max(top, score);
        }
        parts[row * mostTeam + part] = top;
    }
    barrier();
    for (uint row = firstInTile; row < tileRows; row += rowStep) {
        const uint end = keysSeen(firstRow + row, before, push.keys);
        float top = largest[row];
        for (uint i = 0; i < team; ++i) {
            top = max(top, parts[row * mostTeam + i]);
        }
        float sum = 0.0;
        for (uint key = part; key < tileKeys; key += team) {
            const float weight = weightOf(scores[row * scorePitch + key] - top);
            sum += storeWeight(row, key, firstKey + key < end ? weight : 0.0);
        }
        partSums[row * mostTeam + part] = sum;
    }
    barrier();
    for (uint row = gl_LocalInvocationID.x; row < tileRows; row += gl_WorkGroupSize.x) {
        float top = largest[row];
        float sum = 0.0;
        for (uint i = 0; i < team; ++i) {
            top = max(top, parts[row * mostTeam + i]);
            sum += partSums[row * mostTeam + i];
        }
        factors[row] = weightOf(largest[row] - top);
        sums[row] = sums[row] * factors[row] + sum;
        largest[row] = top;
    }
    barrier();
}

// A sum of weighted values, divided by that of the weights.
void storeValue(uint firstRow, uint row, uint column, float value)
{
    if (firstRow + row < push.rows && column < width) {
        const uint begin = matrixBegin(headsOfY, gl_WorkGroupID.y, push.rows, width);
        STORE(T0, y, begin + (firstRow + row) * rowPitch(headsOfY, width) + column, value / sums[row]);
    }
}

#endif
