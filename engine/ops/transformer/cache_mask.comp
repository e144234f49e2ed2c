// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// What attention adds to its scores [batch, head, step, place]: a bias, and next to minus infinity where a step must not
// look: at what comes after it (or after all where it is not causal), or at what is `window` or more places before.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint hasLengths = 0;
layout(constant_id = 1) const uint hasBias = 0;
layout(constant_id = 2) const uint hasWindow = 0;
layout(constant_id = 3) const uint isCausal = 1;

TENSOR(0, readonly, I32, lengths) // of each sequence with its new elements, less one
TENSOR(1, readonly, T0, bias)
TENSOR(2, writeonly, T0, y)
PARAMETERS(uint count; uint heads; uint steps; uint places; uint before; uint window; uint biasBatch; uint biasHead;
           uint biasStep; float hidden;)

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint place = index % push.places;
    const uint step = index / push.places % push.steps;
    const uint head = index / push.places / push.steps % push.heads;
    const uint batch = index / push.places / push.steps / push.heads;
    const uint begin = hasLengths != 0 ? uint(max(AT(lengths, batch) + 1 - int(push.steps), 0)) : push.before;
    const uint own = begin + step;
    const uint last = hasLengths != 0 ? uint(max(AT(lengths, batch), 0)) : push.before + push.steps - 1;
    const bool isSeen = place <= (isCausal != 0 ? own : last) && (hasWindow == 0 || own - place < push.window);
    float value = isSeen ? 0.0 : push.hidden;
    if (isSeen && hasBias != 0) {
        value = LOAD(T0, bias, batch * push.biasBatch + head * push.biasHead + step * push.biasStep + place);
    }
    STORE(T0, y, index, value);
}
