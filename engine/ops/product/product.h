// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/inferencecontext.h"
#include "engine/ops/product/problem.h"

#include <array>
#include <cstdint>

// The matrix product kernels and what chooses between them; MatMul, Gemm, Conv and attention lower to it.
namespace weightless::ops::product {

// The attributes "activation" (Relu, Clip, Sigmoid, Silu, LeakyRelu, Gelu, GeluTanh, HardSwish, Tanh),
// "activation_low" and "activation_high" of the weightless.Fused… operators. InvalidArgument for another
// name.
[[nodiscard]] Epilogue epilogueOf(const Attributes& attributes);

// The shape rule of an optional input that holds what a scaled bias does (BiasKind), for `count` rows or
// columns, in place of the bias at input 2.
void checkFactors(InferenceContext& context, size_t input, int64_t count);

// Whether dispatchProduct() has a kernel that reads `product.image`, and whether that suits the device (or
// was asked for by the attribute). Such a product is not dispatched otherwise.
[[nodiscard]] bool suitsImage(const LoweringContext& context, const Product& product);

// Lays the product down. Empty results take no step; a depth of 0 still writes the bias. Unsupported for
// element types without kernels and for more than 2^32 - 1 elements.
void dispatchProduct(LoweringContext& context, const Product& product);

// Makes a convolution's input readable as a matrix (patches.comp): y[tapRow][tapColumn][channel][row][x], x
// padded to a multiple of 8. All numbers fit 32 bits (checked by the caller's shape rule).
struct Patches {
    TensorRef x; // [channels][planes][height][width]
    TensorRef y;
    uint32_t channels = 1;
    std::array<uint32_t, 3> in {1, 1, 1}; // planes, height, width
    std::array<uint32_t, 3> out {1, 1, 1}; // x not padded
    std::array<uint32_t, 3> taps {1, 1, 1}; // copies made along each axis
    std::array<uint32_t, 3> strides {1, 1, 1};
    std::array<uint32_t, 3> dilations {1, 1, 1};
    std::array<int32_t, 3> pads {0, 0, 0}; // before
};

[[nodiscard]] uint64_t patchElements(const Patches& patches);
void dispatchPatches(LoweringContext& context, const Patches& patches);

// Copies a matrix into scratch memory with its rows padded to a multiple of 8.
[[nodiscard]] TensorRef withPaddedRows(
    LoweringContext& context, const TensorRef& matrix, uint64_t rows, uint64_t columns);

} // namespace weightless::ops::product
