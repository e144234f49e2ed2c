// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How kernels that compute in their own type, not in fp32, make a result of a sum. Include it after parameters.glsl, beside the tensors
// c, bias, factors and residual.

#ifndef WEIGHTLESS_PRODUCT_NUMBERRESULT_GLSL
#define WEIGHTLESS_PRODUCT_NUMBERRESULT_GLSL

// Where C's column lies, less what its row adds; `exists` is false for columns that B alone has.
uint placeOfColumn(uint column, out bool exists)
{
    const uint inRow = column % push.paddedWidth;
    exists = column < push.columns && inRow < push.width;
    return batchOffsetC() + column / push.paddedWidth * push.width + inRow;
}

// What the bias adds to a sum, where there is one.
T0_COMPUTE biasOf(uint row, uint column)
{
    return LOAD(T0, bias, biasIndex(row, column)) * T0_COMPUTE(push.beta);
}

// `added` is biasOf() the result, which a kernel may have asked once for several.
void storeNumber(uint row, uint column, uint place, T0_COMPUTE sum, T0_COMPUTE added)
{
    const uint at = place + row * push.strideC;
    T0_COMPUTE value = sum * T0_COMPUTE(push.alpha);
    if (isScaled) {
        value = T0_COMPUTE(REAL(value) * factorOf(row, column) + addedTo(row, column));
    } else if (hasBias) {
        value += added;
    }
    if (hasResidual != 0) {
        value += LOAD(T0, residual, at) * T0_COMPUTE(push.residualScale);
    }
    if (activation != 0) {
        value = T0_COMPUTE(activated(REAL(value), activation, lowOf(row), push.high));
    }
    STORE(T0, c, at, value);
}

#endif
