// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a matrix in memory. It is reached by (k, n): n is an offset from the row's begin, the row begins at
// (k / taps) * channelStride + (k / tapColumns % tapRows) * tapRowStride + (k % tapColumns) * tapStride, which is plain
// [depth, columns] with one tap, and the patches of a convolution's input when it has as many as the filter.

#ifndef WEIGHTLESS_PRODUCT_MATRIX_GLSL
#define WEIGHTLESS_PRODUCT_MATRIX_GLSL

#ifndef MATRIX_OF_B
TENSOR(3, readonly, U32, matrixOfB)
#define MATRIX_OF_B(outer) AT(matrixOfB, outer)
#endif
#include "product/parameters.glsl"

layout(constant_id = 3) const uint transposedB = 0; // B is [columns, depth]; its row stride is channelStride

// Rows and columns of the filter.
uint tapRows() { return push.taps & 0xffffu; }
uint tapColumns() { return push.taps >> 16; }

// Where B's row k begins.
uint rowOffsetB(uint k)
{
    const uint tap = k % (tapRows() * tapColumns());
    return k / (tapRows() * tapColumns()) * push.channelStride + tap / tapColumns() * push.tapRowStride
        + tap % tapColumns() * push.tapStride;
}

#endif
