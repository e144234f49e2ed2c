// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the matrices of q, k, v and y lie: [matrices, rows, columns] or, for those whose bit is in the constant `headsInside`,
// [matrices / push.heads, rows, push.heads, columns], which is how products make q, k and v and take y. Kernels that include
// this have both before it.

#ifndef WEIGHTLESS_ATTENTION_HEADS_GLSL
#define WEIGHTLESS_ATTENTION_HEADS_GLSL

// As in engine/ops/attentionheads.h.
const uint headsOfQ = 1;
const uint headsOfK = 2;
const uint headsOfV = 4;
const uint headsOfY = 8;

uint matrixBegin(uint tensor, uint matrix, uint rows, uint columns)
{
    return (headsInside & tensor) != 0 ? (matrix / push.heads * rows * push.heads + matrix % push.heads) * columns
                                       : matrix * rows * columns;
}

// From one row of a matrix to the next.
uint rowPitch(uint tensor, uint columns) { return (headsInside & tensor) != 0 ? push.heads * columns : columns; }

#endif
