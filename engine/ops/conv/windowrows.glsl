// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What convolutions for software devices share that make eight neighbouring results of `resultRows` rows below each other: which
// taps read a row of the input, and what follows the sums (finishrow.glsl). Include it after what that asks for,
// product/neighbours.glsl and the constants kernelWidth, strideX, dilationX, kernelHeight, strideY, dilationY, resultRows and
// weightsAtOnce.

#ifndef WEIGHTLESS_CONV_WINDOWROWS_GLSL
#define WEIGHTLESS_CONV_WINDOWROWS_GLSL

const uint inputRows = (resultRows - 1) * strideY + (kernelHeight - 1) * dilationY + 1;

// The tap of a result's row that reads that row of the input; kernelHeight if none does.
uint tapOf(uint resultRow, uint inputRow)
{
    const uint below = inputRow - resultRow * strideY; // wraps around above the first
    return below % dilationY == 0 && below / dilationY < kernelHeight ? below / dilationY : kernelHeight;
}

bool isRead(uint inputRow)
{
    bool result = false;
    [[unroll]] for (uint i = 0; i < resultRows; ++i) {
        result = result || tapOf(i, inputRow) < kernelHeight;
    }
    return result;
}

// What a row of the input adds to the results, by the weights from `firstTap` on.
void addRow(uint row, float values[NEIGHBOURS], float weights[weightsAtOnce], uint firstTap, inout float sums[resultRows][8])
{
    [[unroll]] for (uint i = 0; i < resultRows; ++i) {
        const uint ky = tapOf(i, row);
        if (ky < kernelHeight) {
            [[unroll]] for (uint kx = 0; kx < kernelWidth; ++kx) {
                const float weight = weights[firstTap + ky * kernelWidth + kx];
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    sums[i][e] += values[e * strideX + kx * dilationX] * weight;
                }
            }
        }
    }
}

#include "conv/finishrow.glsl"

#endif
