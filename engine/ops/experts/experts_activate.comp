// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "curves.glsl"

// Between the products of an expert: its biases, then the activation, times what the gate lets through where there is one.

layout(local_size_x = 64) in;
TENSOR(0, readonly, T0, first) // [rows, width], or twice as wide; a row for each pair of a token and one of its experts
TENSOR(1, readonly, T0, second) // [rows, width]
TENSOR(2, readonly, T1, firstBias) // [experts, as first]
TENSOR(3, readonly, T1, secondBias) // [experts, width]
TENSOR(4, readonly, U32, chosen) // an expert for tileRows rows each, tileStride apart
TENSOR(5, writeonly, T1, y) // [rows, width]
PARAMETERS(uint count; uint width; uint experts; uint tileRows; uint tileStride; float unscale; float alpha; float beta; float limit;)

layout(constant_id = 0) const uint activation = 0;
layout(constant_id = 1) const uint linearPart = 0;
layout(constant_id = 2) const uint hasFirstBias = 0;
layout(constant_id = 3) const uint hasSecondBias = 0;
const uint relu = 0;
const uint geluOfTanh = 1;
const uint silu = 2;
const uint identity = 3;
const uint swiglu = 4;
const uint isAbsent = 0;
const uint isSecond = 1;
const uint isNextToGate = 2;
const uint isBehindGates = 3;

float sigmoid(float x) { return 1.0 / (1.0 + exp(-x)); }

float activated(float x)
{
    switch (activation) {
    case relu:
        return x < 0.0 ? 0.0 : x;
    case geluOfTanh:
        return geluTanh(x);
    case silu:
        return x * sigmoid(x);
    default:
        return x;
    }
}

// Comparisons, as min() may lose what is not a number.
float notAbove(float x, float limit) { return x > limit ? limit : x; }
float notBelow(float x, float limit) { return x < limit ? limit : x; }

float firstAt(uint row, uint expert, uint column, uint columns)
{
    const float value = LOAD(T0, first, row * columns + column) * push.unscale;
    return hasFirstBias != 0 ? value + LOAD(T1, firstBias, expert * columns + column) : value;
}

float secondAt(uint row, uint expert, uint column)
{
    const float value = LOAD(T0, second, row * push.width + column) * push.unscale;
    return hasSecondBias != 0 ? value + LOAD(T1, secondBias, expert * push.width + column) : value;
}

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint row = index / push.width;
    const uint column = index % push.width;
    const uint expert = min(AT(chosen, row / push.tileRows * push.tileStride), push.experts - 1);
    const uint columns = linearPart == isNextToGate || linearPart == isBehindGates ? 2 * push.width : push.width;
    const float gate = firstAt(row, expert, linearPart == isNextToGate ? 2 * column : column, columns);
    float linear = 1.0;
    if (linearPart == isSecond) {
        linear = secondAt(row, expert, column);
    } else if (linearPart == isNextToGate) {
        linear = firstAt(row, expert, 2 * column + 1, columns);
    } else if (linearPart == isBehindGates) {
        linear = firstAt(row, expert, push.width + column, columns);
    }
    if (activation == swiglu) {
        const float limited = notAbove(gate, push.limit);
        linear = notBelow(notAbove(linear, push.limit), -push.limit);
        STORE(T1, y, index, limited * sigmoid(push.alpha * limited) * (linear + push.beta));
    } else {
        STORE(T1, y, index, activated(gate) * linear);
    }
}
