// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Results of 16-bit floats eight at a time, where C's columns beside each other lie so in memory. Include it as epilogue.glsl,
// beside EIGHTS_RESULT(2, c), EIGHTS_TENSOR(3, bias) and EIGHTS_TENSOR(4, residual).

#ifndef WEIGHTLESS_PRODUCT_EIGHTSEPILOGUE_GLSL
#define WEIGHTLESS_PRODUCT_EIGHTSEPILOGUE_GLSL

#include "product/epilogue.glsl"
#include "product/packs.glsl"

// Whether `count` columns, a multiple of 8, are results that lie beside each other and begin eights in memory in every row.
// `place` as of placeOfColumn().
bool canStoreEights(uint column, uint count, out uint place)
{
    bool exists;
    place = placeOfColumn(column, exists);
    const uint inRow = column % push.paddedWidth;
    return splits == 1 && exists && column + count <= push.columns && inRow + count <= min(push.width, push.paddedWidth)
        && ((push.tensorOffset[cSlot] + place) | push.strideC) % 8 == 0;
}

// As storeResult().
void storeEight(uint row, uint column, uint place, vec4 low, vec4 high)
{
    const uint at = place + row * push.strideC;
    float values[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    const float slope = lowOf(row);
    const bool hasBiases = biasKind == 2 && push.biasStride != 0; // next to each other, then
    const float factor = biasKind == 3 ? factorOf(row, 0) : 1.0;
    const float sum = biasKind == 3         ? addedTo(row, 0)
        : biasKind == 1 || biasKind == 2 ? LOAD(T0, bias, biasIndex(row, column))
                                         : 0.0;
    const uvec4 biases = hasBiases ? biasRun(column, 0, 8) : uvec4(0);
    const uvec4 residuals = hasResidual != 0 ? residualRun(at, 0, 8) : uvec4(0);
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        float value = values[i] * push.alpha;
        if (biasKind == 4) {
            value = value * factorOf(row, column + i) + addedTo(row, column + i);
        } else if (biasKind == 3) {
            value = value * factor + sum;
        } else if (hasBias) {
            value += (hasBiases ? elementOf(biases, i) : sum) * push.beta;
        }
        if (hasResidual != 0) {
            value += elementOf(residuals, i) * push.residualScale;
        }
        values[i] = activated(value, activation, slope, push.high);
    }
    EIGHTS(c, (push.tensorOffset[cSlot] + at) / 8) = uvec4(PAIR_BITS(values[0], values[1]), PAIR_BITS(values[2], values[3]),
        PAIR_BITS(values[4], values[5]), PAIR_BITS(values[6], values[7]));
}

#endif
