// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// A word must not follow where the last words have come before and it came after them.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint stepsAtOnce = 1;

TENSOR(0, readonly, T1, words) // [batch, length]
TENSOR(1, writeonly, T0, scores) // [batch, vocabulary]
PARAMETERS(uint count; uint places; uint wordCount; uint vocabulary; uint before;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint batch = i / push.places;
    const uint begin = batch * push.wordCount;
    const uint place = begin + i % push.places;
    const uint last = begin + push.wordCount - push.before;
    bool isSame = true;
    for (uint step = 0; isSame && step < push.before; step += stepsAtOnce) {
        [[unroll]] for (uint more = 0; more < stepsAtOnce; ++more) {
            const uint j = min(step + more, push.before - 1);
            isSame = isSame && AT(words, place + j) == AT(words, last + j);
        }
    }
    const T1_STORAGE word = AT(words, place + push.before);
    if (isSame && word >= 0 && word < push.vocabulary) {
        STORE(T0, scores, batch * push.vocabulary + uint(word), -uintBitsToFloat(0x7f800000u));
    }
}
