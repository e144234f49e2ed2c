// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"
#include "engine/ops/operator.h"

#include <cstddef>
#include <cstdint>
#include <limits>

// com.microsoft.MoE and QMoE: of several experts, each two or three products with an activation between,
// those work on a token whose scores are highest. Their numbers are known on the device alone.
namespace weightless::ops::experts {

// As the kernels know them.
enum class Activation : uint32_t { Relu, Gelu, Silu, Identity, Swiglu };
enum class LinearPart : uint32_t {
    Absent,
    Second,
    NextToGate,
    BehindGates
}; // what the activation multiplies
enum class Weighing : uint32_t { Softmax, Given, SparseMixer };

inline constexpr size_t noInput = std::numeric_limits<size_t>::max();

// A product of every expert: where its tensors are among the node's inputs, and how large a matrix is.
struct Layer {
    size_t weights = noInput;
    size_t bias = noInput;
    size_t scales = noInput;
    size_t zeros = noInput;
    int64_t rows = 0; // what it yields
    int64_t depth = 0; // what it takes
};

struct Mixture {
    int64_t tokens = 0;
    int64_t experts = 0;
    int64_t chosen = 1; // of them, for each token
    int64_t hidden = 0; // of a token
    int64_t width = 0; // between the products
    bool isPacked = false;
    int64_t bits = 0; // of a packed weight
    int64_t blockSize = 0; // that share a scale; 0: the whole row of a matrix
    Activation activation = Activation::Relu;
    LinearPart linearPart = LinearPart::Absent;
    Weighing weighing = Weighing::Softmax;
    bool isNormalized = false;
    float alpha = 1;
    float beta = 0;
    float limit = std::numeric_limits<float>::infinity();
    Layer first;
    Layer second;
    Layer linear; // without weights where it is no layer of its own

    // Blocks of a row, and bytes of the packed zero points of one, or of a whole expert where blocks are
    // rows.
    [[nodiscard]] int64_t blocks(const Layer& layer) const
    {
        return blockSize == 0 ? 1 : (layer.depth + blockSize - 1) / blockSize;
    }
    // Of a row of zero points, which are packed along its blocks or, where it has one, along the rows of an
    // expert.
    [[nodiscard]] int64_t zeroBytes(const Layer& layer, bool areAlongRows) const
    {
        return ((areAlongRows ? layer.rows : blocks(layer)) * bits + 7) / 8;
    }
    // Without blocks, and as ONNX Runtime has it also where one is as long as the row: their number tells.
    [[nodiscard]] bool areZerosAlongRows(const Layer& layer, int64_t zeros) const
    {
        return blockSize == 0 || (blocks(layer) == 1 && zeros == experts * zeroBytes(layer, true));
    }
    [[nodiscard]] int64_t rowBytes(const Layer& layer) const { return layer.depth * bits / 8; }
};

// What products of sorted pairs, which have the tokens' type, are multiplied with, so that float16 holds what
// biases and weights of experts make smaller afterwards; a power of two. Products below 1e-3 lose bits by it.
[[nodiscard]] constexpr float productScale(DataType type)
{
    return type == DataType::Float16 ? 0.0625f : 1.0f;
}

// As kernels' parameters have numbers whose tensors exist.
[[nodiscard]] constexpr uint32_t narrowed(int64_t value)
{
    return static_cast<uint32_t>(value);
}

enum Input : size_t { Tokens, Scores, GivenWeights = 14 };

// Of a node whose first inputs have the ranks they need. InvalidArgument for attributes without a meaning.
[[nodiscard]] Mixture mixtureOf(const NodeView& node, bool isPacked);

void lowerMixture(LoweringContext& context, const Mixture& mixture);

} // namespace weightless::ops::experts
