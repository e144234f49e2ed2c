// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How the tiled kernels of graphics cards make a result of a sum and store it. Include it after parameters.glsl, beside the
// tensors c, bias, factors and residual, and partSums where a product may be split.

#ifndef WEIGHTLESS_PRODUCT_EPILOGUE_GLSL
#define WEIGHTLESS_PRODUCT_EPILOGUE_GLSL

// Where C's column lies, less what its row adds; `exists` is false for columns that B alone has.
uint placeOfColumn(uint column, out bool exists)
{
    const uint inRow = column % push.paddedWidth;
    exists = column < push.columns && inRow < push.width;
    return batchOffsetC() + column / push.paddedWidth * push.width + inRow;
}

void storeResult(uint row, uint column, uint place, float sum)
{
    const uint at = place + row * push.strideC;
    float value = sum * push.alpha;
    if (isScaled) {
        value = value * factorOf(row, column) + addedTo(row, column);
    } else if (hasBias) {
        value += LOAD(T0, bias, biasIndex(row, column)) * push.beta;
    }
    if (hasResidual != 0) {
        value += LOAD(T0, residual, at) * push.residualScale;
    }
    STORE(T0, c, at, activated(value, activation, lowOf(row), push.high));
}

#ifdef WEIGHTLESS_SPLITS
// productsums.comp makes results of parts.
void storeSum(uint row, uint column, uint place, float sum)
{
    if (splits > 1) {
        AT(partSums, (gl_WorkGroupID.z * push.rows + row) * push.columns + column) = sum;
    } else {
        storeResult(row, column, place, sum);
    }
}
#endif

#endif
