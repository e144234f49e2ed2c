// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"

#include <cstdint>

namespace weightless::ops::onnxattention {

// Inputs of the node.
enum Input : size_t {
    queryInput,
    keyInput,
    valueInput,
    maskInput,
    pastKeyInput,
    pastValueInput,
    lengthsInput
};
enum Output : size_t { resultOutput, presentKeyOutput, presentValueOutput, scoresOutput };

// What the last output holds: scaled products, those capped, those with the mask, or their softmax.
enum class ScoresMode : int64_t { Products, Capped, Masked, Softmax };

// ai.onnx's Attention, checked. Every key head serves queryHeads / keyHeads heads of the query.
struct AttentionProblem {
    int64_t batch = 0;
    int64_t queryHeads = 0;
    int64_t keyHeads = 0;
    int64_t rows = 0; // of the query
    int64_t past = 0; // keys of the cache
    int64_t keys = 0; // those of the cache included
    int64_t depth = 0;
    int64_t width = 0; // of a value
    bool isPacked = false; // rank 3: [batch, rows, heads * depth]
    bool isCausal = false;
    int64_t leftWindow = -1; // so many keys before a query's own place are seen; -1: all
    int64_t rightWindow = -1;
    double scale = 1;
    float softcap = 0; // 0: none
    ScoresMode scoresMode = ScoresMode::Products;

    [[nodiscard]] int64_t queriesPerKey() const { return queryHeads / keyHeads; }
    [[nodiscard]] Shape scoresShape() const { return {batch, queryHeads, rows, keys}; }
    [[nodiscard]] Shape resultShape() const
    {
        return isPacked ? Shape {batch, rows, queryHeads * width} : Shape {batch, queryHeads, rows, width};
    }
};

// InvalidArgument, naming the input or attribute, where the node is none.
[[nodiscard]] AttentionProblem problemOf(const NodeView& node);

void lowerAttention(LoweringContext& context, const AttentionProblem& problem);

} // namespace weightless::ops::onnxattention
