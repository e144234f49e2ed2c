// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What follows the sums of eight neighbouring results of a convolution for software devices. Include it after product/wide.glsl,
// PARAMETERS, the tensors `bias`, `factors` and `residual`, product/activation.glsl and the constants biasKind (1: one per filter,
// 3: factors, sums, and what slopedActivation takes), hasResidual and activation.

#ifndef WEIGHTLESS_CONV_FINISHROW_GLSL
#define WEIGHTLESS_CONV_FINISHROW_GLSL

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
