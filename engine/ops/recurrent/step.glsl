// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One step in time of RNN, LSTM or GRU, of one or both directions: a work group makes unitsPerGroup hidden units of one sequence of
// one direction. What comes from the inputs is in `gates` already, for all times; here the part that comes from the step before
// is added. What counts is that memory yields the weights: they lie in packs of 16 bytes, neighbours along the depth, in the order
// in which neighbouring invocations read them. depthLanes invocations share a unit's depth.
// WEIGHTLESS_READS_TEXELS: what is only read is in texels.

#include "tensor.glsl"
#include "real.glsl"
#include "texels.glsl"
#include "vectors.glsl"

const uint unitsPerGroup = 8;
layout(local_size_x = 8, local_size_x_id = 5) in; // unitsPerGroup * depthLanes
layout(constant_id = 0) const uint kind = 0; // of recurrent.h
layout(constant_id = 1) const uint activationF = 0;
layout(constant_id = 2) const uint activationG = 0;
layout(constant_id = 3) const uint activationH = 0;
layout(constant_id = 4) const uint stepsAtOnce = 1;
layout(constant_id = 6) const uint depthLanes = 1;
#define RNN 0
#define LSTM 1
#define GRU_GATES 2 // the state behind the reset gate, the update gate, and the state as it was
#define GRU_STATE 3 // the new state from these
#define GRU_LINEAR 4 // linear_before_reset: both at once

// gates: [time, sequence, direction, gate, unit], or [sequence, time, …]
// weights: [direction, group of units, pack of the depth, gate, unit of the group]
// before, after: [3][direction, sequence, unit of whole groups], the hidden state, which is 0 beyond the last unit; a cell, or an
// update gate; a GRU's state.
#if defined(WEIGHTLESS_READS_TEXELS) && !defined(WEIGHTLESS_ADDRESSES)
TEXELS(0, gates)
TEXELS(1, weights)
TEXELS(2, before)
#define PACK(name, index) TEXEL(name, index)
#else
TENSOR(0, readonly, T0, gates)
TENSOR(1, readonly, T0, weights)
TENSOR(2, readonly, REAL, before)
VECTOR_TENSOR(1, readonly, uvec4, weights)
VECTOR_TENSOR(2, readonly, uvec4, before)
#define PACK(name, index) VECTOR_AT(name, index)
#endif
TENSOR(3, writeonly, REAL, after)
TENSOR(4, readonly, REAL, extras) // [sequence] lengths, [direction] of [3, unit] peepholes, [unit] recurrent bias
TENSOR(5, writeonly, T0, y)
PARAMETERS(uint workGroups; uint unitGroups; uint hidden; uint batch; uint step; uint steps; uint reverses; uint gateTime;
           uint gateBatch; uint yTime; uint yBatch; uint yDirection; uint yFirst; uint writesAll; uint couplesGates; float clip;
           float alphaF; float betaF; float alphaG; float betaG; float alphaH; float betaH;)

const uint packSize = 16 / T0_BYTES;
const uint statePackSize = 16 / REAL_BYTES;
#if defined(T0_IS_f16)
REAL weightOf(uvec4 pack, uint i) { return unpackHalf2x16(wordOf(pack, i / 2))[i & 1u]; }
#elif defined(T0_IS_bf16)
REAL weightOf(uvec4 pack, uint i)
{
    const uint word = wordOf(pack, i / 2);
    return uintBitsToFloat((i & 1u) != 0 ? word & 0xffff0000u : word << 16);
}
#endif
#ifdef T0_IS_f64
REAL realOf(uvec4 pack, uint i) { return packDouble2x32((i & 1u) != 0 ? pack.zw : pack.xy); }
#else
REAL realOf(uvec4 pack, uint i) { return uintBitsToFloat(wordOf(pack, i)); }
#endif
#if defined(T0_IS_f32) || defined(T0_IS_f64)
#define weightOf realOf
#endif

#if defined(WEIGHTLESS_READS_TEXELS) && !defined(WEIGHTLESS_ADDRESSES)
REAL gateAt(uint index)
{
    const uint place = push.tensorOffset[gatesSlot] + index;
    return weightOf(TEXEL(gates, place / packSize), place % packSize);
}
REAL stateAt(uint index)
{
    const uint place = push.tensorOffset[beforeSlot] + index;
    return realOf(TEXEL(before, place / statePackSize), place % statePackSize);
}
#else
REAL gateAt(uint index) { return REAL(LOAD(T0, gates, index)); }
REAL stateAt(uint index) { return AT(before, index); }
#endif

REAL activated(uint function, REAL x, REAL alpha, REAL beta)
{
    switch (function) {
    case 0: return realTanh(x);
    case 1: return 1.0 / (1.0 + realExp(-x));
    case 2: return x < 0.0 ? 0.0 : x;
    case 3: return alpha * x + beta; // Affine
    case 4: return x < 0.0 ? alpha * x : x; // LeakyRelu
    case 5: return x >= alpha ? x : 0.0; // ThresholdedRelu
    case 6: return alpha * realTanh(beta * x); // ScaledTanh
    case 7: return clippedTo(alpha * x + beta, 0.0, 1.0); // HardSigmoid
    case 8: return x < 0.0 ? alpha * (realExp(x) - 1.0) : x; // Elu
    case 9: return x / (1.0 + abs(x)); // Softsign
    default: return max(x, 0.0) + realLog(1.0 + realExp(-abs(x))); // Softplus
    }
}
REAL clipped(REAL x) { return push.clip > 0.0 ? clippedTo(x, -push.clip, push.clip) : x; }
REAL f(REAL x) { return activated(activationF, clipped(x), push.alphaF, push.betaF); }
REAL g(REAL x) { return activated(activationG, clipped(x), push.alphaG, push.betaG); }
// Of a cell's state, which is no sum of a gate: not clipped.
REAL h(REAL x) { return activated(activationH, x, push.alphaH, push.betaH); }

const uint gateCount = kind == RNN ? 1 : kind == LSTM ? 4 : 3;
const uint firstGate = kind == GRU_STATE ? 2 : 0; // of those that the state has a part in
const uint endGate = kind == GRU_GATES ? 2 : gateCount;
REAL sums[4];

// sums[gate] += state · weights, for the unit of this invocation and its share of the depth.
void addRecurrence(uint stateRow, uint unitGroup, uint unitLane, uint depthLane)
{
    const uint paddedUnits = push.unitGroups * unitsPerGroup;
    const uint packs = paddedUnits / packSize;
    const uint stateBegin = (push.tensorOffset[beforeSlot] + stateRow * paddedUnits) / statePackSize;
    const uint weightsBegin = push.tensorOffset[weightsSlot] / packSize + unitGroup * packs * gateCount * unitsPerGroup + unitLane;
    for (uint first = depthLane; first < packs; first += depthLanes * stepsAtOnce) {
        [[unroll]] for (uint s = 0; s < stepsAtOnce; ++s) {
            // Without a branch, at whose end all that is read in it would be waited for.
            const bool exists = stepsAtOnce == 1 || first + s * depthLanes < packs;
            const uint pack = exists ? first + s * depthLanes : 0;
            REAL values[packSize];
            [[unroll]] for (uint p = 0; p < packSize / statePackSize; ++p) {
                const uvec4 statePack = PACK(before, stateBegin + pack * (packSize / statePackSize) + p);
                [[unroll]] for (uint i = 0; i < statePackSize; ++i) {
                    values[p * statePackSize + i] = exists ? realOf(statePack, i) : 0.0;
                }
            }
            [[unroll]] for (uint gate = firstGate; gate < endGate; ++gate) {
                const uvec4 weightPack = PACK(weights, weightsBegin + (pack * gateCount + gate) * unitsPerGroup);
                [[unroll]] for (uint i = 0; i < packSize; ++i) {
                    sums[gate] += values[i] * (exists ? weightOf(weightPack, i) : 0.0);
                }
            }
        }
    }
}

const uint rowLength = 4 * unitsPerGroup + 1; // an odd distance: neighbours write to different banks
shared REAL lanesSums[depthLanes * rowLength];

// Adds up what the invocations of a unit have.
void addLanes(uint unitLane, uint depthLane)
{
    if (depthLanes == 1) {
        return;
    }
    [[unroll]] for (uint gate = firstGate; gate < endGate; ++gate) {
        lanesSums[depthLane * rowLength + gate * unitsPerGroup + unitLane] = sums[gate];
    }
    barrier();
    for (uint at = firstGate * unitsPerGroup + gl_LocalInvocationID.x; at < endGate * unitsPerGroup; at += gl_WorkGroupSize.x) {
        REAL sum = 0.0;
        [[unroll]] for (uint lane = 0; lane < depthLanes; ++lane) {
            sum += lanesSums[lane * rowLength + at];
        }
        lanesSums[at] = sum;
    }
    barrier();
    [[unroll]] for (uint gate = firstGate; gate < endGate; ++gate) {
        sums[gate] = lanesSums[gate * unitsPerGroup + unitLane];
    }
}

// The unit's state after this step, which is its result, from gates[] and sums[]; of GRU_GATES what GRU_STATE multiplies.
REAL stepped(uint place, uint third, uint numbers, REAL gates[4], REAL previous)
{
    const uint second = third / 2;
    if (kind == RNN) {
        return f(gates[0] + sums[0]);
    }
    if (kind == LSTM) { // gates: input, output, forget, cell
        const REAL cell = stateAt(second + place);
        const REAL inputGate = f(gates[0] + sums[0] + AT(extras, numbers) * cell);
        const REAL forgetGate = push.couplesGates != 0
            ? 1.0 - inputGate
            : f(gates[2] + sums[2] + AT(extras, numbers + 2 * push.hidden) * cell);
        const REAL next = forgetGate * cell + inputGate * g(gates[3] + sums[3]);
        AT(after, second + place) = next;
        return f(gates[1] + sums[1] + AT(extras, numbers + push.hidden) * next) * h(next);
    }
    if (kind == GRU_GATES) { // gates: update, reset, hidden
        AT(after, second + place) = f(gates[0] + sums[0]);
        AT(after, third + place) = previous;
        return f(gates[1] + sums[1]) * previous;
    }
    const REAL update = kind == GRU_STATE ? stateAt(second + place) : f(gates[0] + sums[0]);
    const REAL candidate = kind == GRU_STATE
        ? sums[2]
        : f(gates[1] + sums[1]) * (sums[2] + AT(extras, numbers + 3 * push.hidden));
    return (1.0 - update) * g(gates[2] + candidate) + update * previous;
}

void main()
{
    uint rest = gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x;
    if (rest >= push.workGroups) {
        return;
    }
    const uint unitGroup = rest % push.unitGroups;
    rest /= push.unitGroups;
    const uint sequence = rest % push.batch;
    const uint direction = rest / push.batch;
    const uint unitLane = gl_LocalInvocationID.x % unitsPerGroup;
    const uint depthLane = gl_LocalInvocationID.x / unitsPerGroup;
    const uint unit = unitGroup * unitsPerGroup + unitLane;
    const uint stateRow = direction * push.batch + sequence;

    const uint len = uint(clamp(AT(extras, sequence), 0.0, REAL(push.steps)));
    const bool isOver = push.step >= len;
    const uint time = (push.reverses >> direction & 1u) != 0 && !isOver ? len - 1 - push.step : push.step;
    [[unroll]] for (uint gate = 0; gate < 4; ++gate) {
        sums[gate] = 0.0;
    }
    if (!isOver) {
        addRecurrence(stateRow, direction * push.unitGroups + unitGroup, unitLane, depthLane);
    }
    addLanes(unitLane, depthLane);
    if (depthLane != 0) {
        return;
    }
    const uint place = stateRow * push.unitGroups * unitsPerGroup + unit;
    if (unit >= push.hidden) {
        AT(after, place) = 0.0;
        return;
    }
    const uint third = 2 * push.workGroups * unitsPerGroup;
    const REAL previous = stateAt((kind == GRU_STATE ? third : 0) + place);
    REAL next = previous; // what stays where a sequence is over, whose results are padding
    REAL result = 0.0;
    if (!isOver) {
        REAL gates[4];
        const uint gateBegin = time * push.gateTime + sequence * push.gateBatch + direction * gateCount * push.hidden + unit;
        [[unroll]] for (uint gate = 0; gate < gateCount; ++gate) {
            gates[gate] = gateAt(gateBegin + gate * push.hidden);
        }
        const uint numbers = push.batch + direction * 4 * push.hidden + unit;
        result = stepped(place, third, numbers, gates, previous);
        next = result;
    } else if (kind == LSTM) {
        AT(after, third / 2 + place) = stateAt(third / 2 + place);
    } else if (kind == GRU_GATES) {
        AT(after, third + place) = previous;
    }
    AT(after, place) = next;
    if (kind != GRU_GATES && push.writesAll != 0) {
        STORE(T0, y, push.yFirst + direction * push.yDirection + time * push.yTime + sequence * push.yBatch + unit, result);
    }
}
