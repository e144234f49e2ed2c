// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the matrix product kernels share: C = activation(alpha * A B + beta * bias + residualScale * residual), for one pair of matrices
// per gl_WorkGroupID.z, or for one of the `splits` parts of its depth. The push constants mirror ProductParameters of product.cpp.
//
// A is [rows, depth] with a row stride. B is a matrix in memory (matrix.glsl) or, with WEIGHTLESS_IMAGE, what a convolution
// reads of its input (image.glsl); five words of the push constants describe it.
// Columns are counted in rows of `paddedWidth`, of which `width` exist in C (paddedWidth is a multiple of 8 where the
// last column does not fill a group of 8). A `width` beyond paddedWidth leaves as many places out after each row: those of
// the other channels between two images.

#ifndef WEIGHTLESS_PRODUCT_PARAMETERS_GLSL
#define WEIGHTLESS_PRODUCT_PARAMETERS_GLSL

#ifdef WEIGHTLESS_IMAGE
#define PRODUCT_B uint imageStride; uint inSize; uint outWidthAndStrides; uint dilations; uint pads;
#else
#define PRODUCT_B uint channelStride; uint tapRowStride; uint tapStride; uint taps; uint lanesAcross;
#endif
PARAMETERS(uint rows; uint columns; uint depth; uint strideA; PRODUCT_B uint paddedWidth; uint width; uint strideC;
           uint batchInner; uint batchA[2]; uint batchB[2]; uint batchC[2]; uint biasStride; float alpha; float beta;
           float residualScale; float low; float high; uint bands;)

#ifdef WEIGHTLESS_SPLITS // the number of a specialisation constant: the product may be split along its depth
layout(constant_id = WEIGHTLESS_SPLITS) const uint splits = 1;
#else
const uint splits = 1;
#endif
layout(constant_id = 0) const uint biasKind = 0; // of ops::BiasKind. 1: one per row, 2: one per column, 3 and 4: factor and sum per row, per column
const bool choosesB = biasKind == 5; // in the bias's place is said which matrix of B each outer one of A is multiplied with
const bool hasBias = biasKind != 0 && !choosesB;
layout(constant_id = 1) const uint hasResidual = 0;
layout(constant_id = 2) const uint activation = 0; // of ops::Activation

#include "product/activation.glsl"

uint batchOuterIndex() { return gl_WorkGroupID.z / splits / push.batchInner; }
uint batchInnerIndex() { return gl_WorkGroupID.z / splits % push.batchInner; }
uint batchOffsetA() { return batchOuterIndex() * push.batchA[0] + batchInnerIndex() * push.batchA[1]; }
#ifdef MATRIX_OF_B // how the kernel reads that
uint outerIndexB() { return choosesB ? MATRIX_OF_B(batchOuterIndex()) : batchOuterIndex(); }
#else
uint outerIndexB() { return batchOuterIndex(); }
#endif
// The work group has no matrix of B here, and leaves C as it is.
bool isLeftOut() { return choosesB && outerIndexB() == 0xffffffffu; }
uint batchOffsetB() { return outerIndexB() * push.batchB[0] + batchInnerIndex() * push.batchB[1]; }
uint batchOffsetC() { return batchOuterIndex() * push.batchC[0] + batchInnerIndex() * push.batchC[1]; }

// The part of the depth that is a work group's, in steps of `stepDepth`: from here on, as far as partEnd().
uint partDepth(uint stepDepth) { return (push.depth + stepDepth * splits - 1) / (stepDepth * splits) * stepDepth; }
uint partBegin(uint stepDepth) { return gl_WorkGroupID.z % splits * partDepth(stepDepth); }
uint partEnd(uint stepDepth) { return min(partBegin(stepDepth) + partDepth(stepDepth), push.depth); }

// The bias of a convolution counts its rows through all groups of one image.
uint biasIndex(uint row, uint column)
{
    return biasKind == 2 ? column * push.biasStride : row + batchInnerIndex() * push.rows;
}

// biasKind 3 and 4: the tensor of the bias holds float32 factors and then sums; behind these, for slopedActivation, slopes.
const bool isScaled = biasKind == 3 || biasKind == 4;
uint factorIndex(uint row, uint column) { return biasKind == 4 ? column : biasIndex(row, 0); }
uint factorCount() { return biasKind == 4 ? push.columns : push.batchInner * push.rows; }
#define factorOf(row, column) AT(factors, factorIndex(row, column))
#define addedTo(row, column) AT(factors, factorCount() + factorIndex(row, column))
const bool isSloped = biasKind == 3 && activation == slopedActivation;
#define lowOf(row) (isSloped ? AT(factors, 2 * factorCount() + factorIndex(row, 0)) : REAL(push.low))

#endif
