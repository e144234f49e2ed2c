// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which keys a row of q sees without a mask in memory, and what a product becomes before it is a score. Kernels that include
// this have, before it,
//
//   constants   causal     0: a row sees all keys; 1: those up to its own place; 2: the same, and `lengths` says where rows begin
//               isCapped   scores are push.softcap * tanh(product * push.scale), for a `scale` that is divided by softcap
//   PARAMETERS  causalSteps (rows come in periods of that many places: heads that share keys are rows of one matrix),
//               causalBefore (places before a period's first row), causalMatrices (that share a length), softcap
//   TENSOR      lengths, of each sequence with its new steps, less one, as GroupQueryAttention has them
//
// The first key is seen by all rows.

#ifndef WEIGHTLESS_ATTENTION_VISIBLE_GLSL
#define WEIGHTLESS_ATTENTION_VISIBLE_GLSL

#include "real.glsl"

uint placesBefore(uint matrix)
{
    if (causal == 2) {
        const int length = min(AT(lengths, matrix / push.causalMatrices), 0x7ffffffe) + 1;
        return uint(max(length - int(push.causalSteps), 0));
    }
    return push.causalBefore;
}

// Of `keys` as many as the row sees.
uint keysSeen(uint row, uint before, uint keys)
{
    return causal != 0 ? min(before + row % push.causalSteps + 1, keys) : keys;
}

// Of `keys` as many as any of the rows sees: tiles behind them are none of these rows' business.
uint keysSeenByAny(uint firstRow, uint lastRow, uint before, uint keys)
{
    if (causal == 0) {
        return keys;
    }
    const bool isWithinPeriod = firstRow / push.causalSteps == lastRow / push.causalSteps;
    return keysSeen(isWithinPeriod ? lastRow : push.causalSteps - 1, before, keys);
}

// As many as each of the rows sees.
uint keysSeenByAll(uint firstRow, uint lastRow, uint before, uint keys)
{
    const bool isWithinPeriod = causal == 0 || firstRow / push.causalSteps == lastRow / push.causalSteps;
    return keysSeen(isWithinPeriod ? firstRow : 0, before, keys);
}

float capped(float scaled) { return isCapped != 0 ? push.softcap * realTanh(scaled) : scaled; }

#endif
