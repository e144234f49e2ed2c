// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What convolutions for software devices share that make eight neighbouring results of `resultRows` rows below each other: which
// taps read a row of the input, and what follows the sums. Include it after product/wide.glsl, PARAMETERS, the tensors `bias`,
// `factors` and `residual`, product/activation.glsl, product/neighbours.glsl and the constants biasKind (1: one per filter, 3:
// factors, sums, and what slopedActivation takes), hasResidual, activation, kernelWidth, strideX, dilationX, kernelHeight,
// strideY, dilationY, resultRows and weightsAtOnce.

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

// Push constants that are read where lanes may differ are read by each lane, every time; these once.
struct Finish {
    float factor;
    float offset;
    float low;
    float high;
    uint width; // of rows of results
    uint residualBegin;
};

// Of one of `filters` filters.
Finish finishOf(uint filterIndex, uint filters, uint width)
{
    Finish finish = {1.0, 0.0, push.low, push.high, width, push.tensorOffset[4]};
    if (biasKind == 1) {
        finish.offset = LOAD(T0, bias, filterIndex);
    } else if (biasKind == 3) {
        finish.factor = AT(factors, filterIndex);
        finish.offset = AT(factors, filters + filterIndex);
        if (activation == slopedActivation) {
            finish.low = AT(factors, 2 * filters + filterIndex);
        }
    }
    return finish;
}

// From column `ox` of a row on, which is element `place` of the result.
void finishRow(inout float sum[8], Finish finish, uint place, uint ox)
{
    float residuals[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        residuals[e] = 0.0;
    }
    if (hasResidual != 0) {
        const uint begin = finish.residualBegin + place;
        const uint last = (begin - ox + finish.width - 1) / texelElements; // of the row
        READ_NEIGHBOURS(residual, begin / texelElements, 0, last, begin, 8, residuals)
    }
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        const float value = sum[e] * finish.factor + finish.offset + residuals[e];
        sum[e] = activated(value, activation, finish.low, finish.high);
    }
}

#endif
