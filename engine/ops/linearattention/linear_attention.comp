// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// Attention whose past is a matrix of states, [depth, width] for each key head: an invocation walks the steps of one of
// its columns. Each step decays the column, corrects the value by what the column holds for the key, adds the two's
// product, and reads the column for every query head of the key head.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint decays = 0; // 1: a number per head, 2: one per element of the key
layout(constant_id = 1) const uint corrects = 0; // 1: beta of all heads, 2: one per head
layout(constant_id = 2) const uint erases = 0;

TENSOR(0, readonly, T0, query) // [batch, steps, query heads, depth]
TENSOR(1, readonly, T0, key) // [batch, steps, heads, depth]
TENSOR(2, readonly, T0, value) // [batch, steps, heads, width]
TENSOR(3, readonly, F32, gates) // decay, then beta, then the gates of what is erased
TENSOR(4, , F32, state) // [batch, heads, depth, width]
TENSOR(5, writeonly, T0, y) // [batch, steps, query heads, width]
PARAMETERS(uint count; uint steps; uint heads; uint queriesPerKey; uint depth; uint width; uint betaFirst; uint eraseFirst;
           uint first; uint walked; float scale;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint column = i % push.width;
    const uint head = i / push.width % push.heads;
    const uint batch = i / (push.width * push.heads);
    const uint begin = (batch * push.heads + head) * push.depth * push.width + column;
    for (uint t = push.first; t < push.first + push.walked; ++t) {
        const uint row = (batch * push.steps + t) * push.heads + head;
        float retrieved = 0.0;
        for (uint d = 0; d < push.depth; ++d) {
            const uint at = begin + d * push.width;
            float held = AT(state, at);
            if (decays != 0) {
                held *= exp(AT(gates, decays == 1 ? row : row * push.depth + d));
                AT(state, at) = held;
            }
            if (corrects != 0) {
                float k = float(LOAD(T0, key, row * push.depth + d));
                k *= erases != 0 ? AT(gates, push.eraseFirst + row * push.depth + d) : 1.0;
                retrieved += held * k;
            }
        }
        float added = float(LOAD(T0, value, row * push.width + column));
        if (corrects != 0) {
            const uint beta = corrects == 1 ? batch * push.steps + t : row;
            added = AT(gates, push.betaFirst + beta) * (added - retrieved);
        }
        for (uint d = 0; d < push.depth; ++d) {
            AT(state, begin + d * push.width) += float(LOAD(T0, key, row * push.depth + d)) * added;
        }
        for (uint q = 0; q < push.queriesPerKey; ++q) {
            const uint line = row * push.queriesPerKey + q;
            float sum = 0.0;
            for (uint d = 0; d < push.depth; ++d) {
                sum += float(LOAD(T0, query, line * push.depth + d)) * AT(state, begin + d * push.width);
            }
            STORE(T0, y, line * push.width + column, sum * push.scale);
        }
    }
}
