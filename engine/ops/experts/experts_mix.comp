// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// The results of a token's experts, with their biases, by weight.

layout(local_size_x = 64) in;
TENSOR(0, readonly, T0, results) // [tokens, chosenPerToken, width], or rows where `rows` says
TENSOR(1, readonly, T1, bias) // [experts, width]
TENSOR(2, readonly, U32, chosen) // [tokens, chosenPerToken]
TENSOR(3, readonly, F32, weights) // the same
TENSOR(4, readonly, U32, rows) // [tokens, chosenPerToken]
TENSOR(5, writeonly, T1, y) // [tokens, width]
PARAMETERS(uint count; uint width; uint experts; uint chosenPerToken; float unscale;)

layout(constant_id = 0) const uint hasBias = 0;
layout(constant_id = 1) const uint isSorted = 0;

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint column = index % push.width;
    const uint pair0 = index / push.width * push.chosenPerToken;
    float sum = 0.0;
    for (uint pair = pair0; pair < pair0 + push.chosenPerToken; ++pair) {
        const uint row = isSorted != 0 ? AT(rows, pair) : pair;
        float value = LOAD(T0, results, row * push.width + column) * push.unscale;
        if (hasBias != 0) {
            value += LOAD(T1, bias, min(AT(chosen, pair), push.experts - 1) * push.width + column);
        }
        sum += AT(weights, pair) * value;
    }
    STORE(T1, y, index, sum);
}
