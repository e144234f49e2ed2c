// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/product/imagematrix.h"
#include "engine/vulkan/kernelcode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

// What a matrix product is, without what chooses its kernel (product.h).
namespace weightless::ops::product {

// What a product can do to its results on the way out. Numbers as in activation.glsl.
enum class Activation : uint32_t {
    None,
    Relu,
    Clip,
    Sigmoid,
    Silu,
    LeakyRelu,
    Gelu,
    GeluTanh,
    HardSwish,
    Tanh,
    Sloped // LeakyRelu with a slope per row, of a scaled bias; no attribute names it
};

inline constexpr uint32_t noMatrix = 0xffffffff; // as in parameters.glsl

struct Epilogue {
    Activation activation = Activation::None;
    float low = 0; // Clip's bounds; LeakyRelu's slope in low
    float high = 0;
};

// The attribute "weightless.kernel" ("wide", "wide16" and "wide32" for its larger tiles, "matrix",
// "matrix32", "matrix64" and "matrix128" for its tiles, "shared" and "group" with the same, "vector", or
// "plain") overrides the choice, for tests. Behind imagePrefix ("imageshared", "imagematrix64", ...) a
// convolution reads its input without patches; before "split" (split.h) a tiled kernel, or that of vectors,
// works in parts, and before "few" (forced.h) on few work groups beside each other.
inline constexpr std::string_view kernelAttribute = "weightless.kernel";
inline constexpr std::string_view imagePrefix = "image";

// An attribute of Conv, of Exactness: what becomes of sums of whole numbers.
inline constexpr std::string_view exactnessAttribute = "weightless.exact";
enum class Exactness : int64_t {
    Any,
    Always, // below 2^24, so nothing may be interpolated
    Mostly, // by interpolation at halves only: sums are multiples of 1/4 on the way, and exact below 2^22
};

// PerRowScaled: float32 [2, all rows of one outer batch]: factors, which the product is multiplied with, and
// then what is added; what is left of a batch normalization, and what makes floats of whole numbers' sums.
// With Activation::Sloped it is [3, rows]: slopes behind these.
// PerColumnScaled: [2, columns]. `beta` does not apply to these.
enum class BiasKind : uint32_t { None, PerRow, PerColumn, PerRowScaled, PerColumnScaled };

// C = activation(alpha * A B + beta * bias + residualScale * residual) for `batchOuter * batchInner` pairs of
// matrices. All strides in elements. B's row k begins at
// (k / taps) * channelStride + (k / tapColumns % tapRows) * tapRowStride + (k % tapColumns) * tapStride:
// a plain row-major B has one tap and channelStride columns. Columns come in rows of paddedWidth of which
// `width` are stored; a plain product has one such row. Where B is an `image`, the strides and taps mean
// nothing, a row of columns is an image, and `width` is the distance of images in C, other channels included.
struct Product {
    TensorRef a;
    TensorRef b;
    TensorRef c;
    std::optional<ImageMatrix> image;
    std::optional<TensorRef> bias;
    // uint32 [batchOuter], in place of a bias: which of B's matrices, batchB[0] apart, each outer one of A is
    // multiplied with; its part of C stays as it is where that is noMatrix. Known on the device alone.
    std::optional<TensorRef> matrixOfB;
    std::optional<TensorRef> residual; // C's shape
    BiasKind biasKind = BiasKind::None;
    Epilogue epilogue;
    bool blockedA = false; // of an image: A's rows are filters in blocks of channels (model/blockedfilter.h)
    bool alignedB = false; // B begins at a multiple of 8 elements wherever it is bound
    bool transposedB = false; // B is [columns, depth] with a row stride of channelStride
    uint64_t rows = 0;
    uint64_t columns = 0; // paddedWidth times the number of rows of columns
    uint64_t depth = 0;
    uint64_t strideA = 0;
    uint64_t channelStride = 0;
    uint64_t tapRowStride = 0;
    uint64_t tapStride = 0;
    uint32_t tapRows = 1;
    uint32_t tapColumns = 1;
    uint64_t paddedWidth = 0;
    uint64_t width = 0;
    uint64_t strideC = 0;
    uint64_t wholeSize =
        0; // multiplications of all parts, where this is one of several: its kernel is theirs
    uint64_t wholeRows = 0; // rows of that, where parts are cut between rows and matrices alone
    uint64_t operations = 0; // where that is not all of its matrices, as the device alone knows which
    uint64_t batchOuter = 1;
    uint64_t batchInner = 1;
    std::array<uint64_t, 2> batchA {}; // outer, inner
    std::array<uint64_t, 2> batchB {};
    std::array<uint64_t, 2> batchC {};
    uint64_t biasStride = 1; // PerColumn: 0 for a scalar
    float alpha = 1;
    float beta = 1;
    float residualScale = 1;
};

// As parameters.glsl has it, where matrices of B that are chosen stand in the bias's place.
[[nodiscard]] inline uint32_t biasConstant(const Product& p)
{
    constexpr uint32_t choosesB = 5;
    return p.matrixOfB ? choosesB : static_cast<uint32_t>(p.bias ? p.biasKind : BiasKind::None);
}

// What chooses the kernel: of all parts, where the product is one of several.
[[nodiscard]] inline uint64_t multiplicationsOf(const Product& p)
{
    return std::max(p.wholeSize, p.rows * p.columns * p.depth * p.batchOuter * p.batchInner);
}

// That kernels of software devices read as one (shaders/texels.glsl).
[[nodiscard]] inline uint64_t elementsOfTexel(DataType type)
{
    return vulkan::texelBytes * 8 / bitWidth(type);
}

} // namespace weightless::ops::product
