// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

// One step in time of RNN, LSTM or GRU for one direction: an invocation is one hidden unit of one sequence. What comes
// from the inputs is in `gates` already, for all times; here the part that comes from the step before is added.

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint kind = 0; // of recurrent.h
layout(constant_id = 1) const uint activationF = 0;
layout(constant_id = 2) const uint activationG = 0;
layout(constant_id = 3) const uint activationH = 0;
layout(constant_id = 4) const uint stepsAtOnce = 1;
#define RNN 0
#define LSTM 1
#define GRU_GATES 2 // the update gate, and the state behind the reset gate
#define GRU_STATE 3 // the new state from these
#define GRU_LINEAR 4 // linear_before_reset: both at once

TENSOR(0, readonly, T0, gates) // [time, sequence, gate, unit], or [sequence, time, …]
TENSOR(1, readonly, T0, weights) // [unit, gate, unit]: transposed, so that neighbours read neighbours
TENSOR(2, , REAL, state) // [4][sequence, unit]: hidden state before and after in turn; cell or update gate; reset state
TENSOR(3, readonly, REAL, extras) // [sequence] lengths, [3, unit] peepholes, [unit] recurrent bias
TENSOR(4, writeonly, T0, y)
PARAMETERS(uint count; uint hidden; uint step; uint steps; uint isReverse; uint gateTime; uint gateBatch; uint yTime;
           uint yBatch; uint yFirst; uint writesAll; uint couplesGates; float clip; float alphaF; float betaF;
           float alphaG; float betaG; float alphaH; float betaH;)

REAL activated(uint function, REAL x, REAL alpha, REAL beta)
{
    switch (function) {
    case 0: return realTanh(x);
    case 1: return 1.0 / (1.0 + realExp(-x));
    case 2: return max(x, 0.0);
    case 3: return alpha * x + beta; // Affine
    case 4: return x < 0.0 ? alpha * x : x; // LeakyRelu
    case 5: return x >= alpha ? x : 0.0; // ThresholdedRelu
    case 6: return alpha * realTanh(beta * x); // ScaledTanh
    case 7: return clamp(alpha * x + beta, 0.0, 1.0); // HardSigmoid
    case 8: return x < 0.0 ? alpha * (realExp(x) - 1.0) : x; // Elu
    case 9: return x / (1.0 + abs(x)); // Softsign
    default: return max(x, 0.0) + realLog(1.0 + realExp(-abs(x))); // Softplus
    }
}
REAL clipped(REAL x) { return push.clip > 0.0 ? clamp(x, -push.clip, push.clip) : x; }
REAL f(REAL x) { return activated(activationF, clipped(x), push.alphaF, push.betaF); }
REAL g(REAL x) { return activated(activationG, clipped(x), push.alphaG, push.betaG); }
// Of a cell's state, which is no sum of a gate: not clipped.
REAL h(REAL x) { return activated(activationH, x, push.alphaH, push.betaH); }

const uint gateCount = kind == RNN ? 1 : kind == LSTM ? 4 : 3;
REAL sums[4];

// sums[gate] += state · weights, for the gates [first, last).
void addRecurrence(uint stateBegin, uint unit, uint first, uint last)
{
    for (uint k0 = 0; k0 < push.hidden; k0 += stepsAtOnce) {
        [[unroll]] for (uint s = 0; s < stepsAtOnce; ++s) {
            const uint k = k0 + s;
            if (stepsAtOnce == 1 || k < push.hidden) {
                const REAL value = AT(state, stateBegin + k);
                [[unroll]] for (uint gate = first; gate < last; ++gate) {
                    sums[gate] += value * REAL(LOAD(T0, weights, (k * gateCount + gate) * push.hidden + unit));
                }
            }
        }
    }
}

// The unit's state after this step, which is its result; of GRU_GATES nothing, for GRU_STATE goes on.
REAL stepped(uint i, uint sequence, uint unit, uint time, REAL previous)
{
    const uint before = (push.step & 1u) * push.count;
    const uint third = 2 * push.count;
    const uint fourth = 3 * push.count;
    const uint gateBegin = time * push.gateTime + sequence * push.gateBatch + unit;
    [[unroll]] for (uint gate = 0; gate < gateCount; ++gate) {
        sums[gate] = REAL(LOAD(T0, gates, gateBegin + gate * push.hidden));
    }
    const uint peepholes = push.count / push.hidden + unit;
    const uint stateBegin = before + sequence * push.hidden;
    if (kind == RNN) {
        addRecurrence(stateBegin, unit, 0, 1);
        return f(sums[0]);
    }
    if (kind == LSTM) { // gates: input, output, forget, cell
        addRecurrence(stateBegin, unit, 0, 4);
        const REAL cell = AT(state, third + i);
        const REAL inputGate = f(sums[0] + AT(extras, peepholes) * cell);
        const REAL forgetGate = push.couplesGates != 0
            ? 1.0 - inputGate
            : f(sums[2] + AT(extras, peepholes + 2 * push.hidden) * cell);
        const REAL next = forgetGate * cell + inputGate * g(sums[3]);
        AT(state, third + i) = next;
        return f(sums[1] + AT(extras, peepholes + push.hidden) * next) * h(next);
    }
    if (kind == GRU_GATES) { // gates: update, reset, hidden
        addRecurrence(stateBegin, unit, 0, 2);
        AT(state, third + i) = f(sums[0]);
        AT(state, fourth + i) = f(sums[1]) * previous;
        return 0.0;
    }
    if (kind == GRU_STATE) {
        addRecurrence(fourth + sequence * push.hidden, unit, 2, 3);
        const REAL update = AT(state, third + i);
        return (1.0 - update) * g(sums[2]) + update * previous;
    }
    const REAL candidate = sums[2];
    sums[2] = AT(extras, peepholes + 3 * push.hidden);
    addRecurrence(stateBegin, unit, 0, 3);
    const REAL update = f(sums[0]);
    return (1.0 - update) * g(candidate + f(sums[1]) * sums[2]) + update * previous;
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint sequence = i / push.hidden;
    const uint unit = i - sequence * push.hidden;
    const uint before = (push.step & 1u) * push.count;
    const uint len = uint(clamp(AT(extras, sequence), 0.0, REAL(push.steps)));
    const bool isOver = push.step >= len;
    const uint time = push.isReverse != 0 && !isOver ? len - 1 - push.step : push.step;
    const REAL previous = AT(state, before + i);
    REAL next = previous; // what stays where a sequence is over, whose results are padding
    REAL result = 0.0;
    if (!isOver) {
        result = stepped(i, sequence, unit, time, previous);
        next = result;
    }
    if (kind != GRU_GATES) {
        AT(state, push.count - before + i) = next;
        if (push.writesAll != 0) {
            STORE(T0, y, push.yFirst + time * push.yTime + sequence * push.yBatch + unit, result);
        }
    }
}
