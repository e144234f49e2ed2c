// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention for graphics cards, without scores in memory: a work group takes tileRows rows of q and walks the keys, a tile at a
// time. Its scores become weights relative to a row's largest so far; the kernel keeps the sums of weighted values and scales
// them whenever the largest changes. Scores are in units of log2, so that exp2 serves.
// This is what the kernels have in common: operands, masks, scores.

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

const float lowest = -3.402823466e38;
const float log2e = 1.442695041;

// Not below 2^-100: a row whose every key is masked stays the mean of the values. Comparisons keep NaN, which max() may lose.
float weightOf(float exponent)
{
    return exp2(exponent < -100.0 ? -100.0 : exponent);
}

// Where the mask of a row begins.
uint maskBegin(uint row)
{
    const uint matrix = gl_WorkGroupID.y;
    const uint begin = matrix / push.innerBatch * push.maskOuter + matrix % push.innerBatch * push.maskInner;
    return begin + min(row, push.rows - 1) * push.maskRow;
}

// Of a key that the row sees. What a mask adds may be -infinity.
float scoreWith(float product, float added)
{
    const float score = isCapped != 0 ? capped(product * push.scale) * log2e : product * (push.scale * log2e);
    const float masked = hasMask != 0 ? score + added * log2e : score;
    return masked < lowest ? lowest : masked; // keeps NaN
}
float scoreOf(float product, uint firstOfMask, uint key)
{
    return scoreWith(product, hasMask != 0 ? LOAD(T0, mask, firstOfMask + key * push.maskColumn) : 0.0);
}

// Keys that a tile's rows see: behind them there is nothing to do.
uint keysOfTile(uint firstRow)
{
    return keysSeenByAny(firstRow, min(firstRow + tileRows, push.rows) - 1, placesBefore(gl_WorkGroupID.y), push.keys);
}

#endif
