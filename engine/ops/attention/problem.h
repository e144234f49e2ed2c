// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/attentionheads.h"
#include "engine/ops/loweringcontext.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::attention {

// The sizes of softmax(q k^T * scale + mask) v: q [batch …, m, depth], k [batch …, n, depth] (or
// [batch …, depth, n] when transposed), v [batch …, n, width]; `matrices` is the product of the batch.
struct AttentionSizes {
    Shape batch;
    int64_t matrices = 1;
    int64_t m = 0;
    int64_t n = 0;
    int64_t depth = 0;
    int64_t width = 0;
    bool isTransposed = false;
    uint32_t headsInside = 0; // of which tensors (attentionheads.h)
    int64_t heads = 1;
    int64_t queriesPerKey = 1; // heads of q that share one of k and v

    // From one row of a matrix to the next, in a tensor of that many columns.
    [[nodiscard]] int64_t rowPitch(uint32_t tensor, int64_t columns) const
    {
        return (headsInside & tensor) != 0 ? heads * columns : columns;
    }
    // Where a matrix begins, in a tensor of that many rows and columns.
    [[nodiscard]] int64_t matrixBegin(uint32_t tensor, int64_t matrix, int64_t rows, int64_t columns) const
    {
        return (headsInside & tensor) != 0 ? (matrix / heads * rows * heads + matrix % heads) * columns
                                           : matrix * rows * columns;
    }
};

// Where the mask's element (matrix, row, column) lies:
// matrix / innerBatch * outer + matrix % innerBatch * inner + row * `row` + column * `column`, in elements.
struct MaskStrides {
    uint32_t innerBatch = 1;
    uint32_t outer = 0;
    uint32_t inner = 0;
    uint32_t row = 0;
    uint32_t column = 0;
};

// Among the kernels' parameters: what they know of the keys that a row sees (visible.glsl).
struct VisibleParameters {
    uint32_t causalSteps = 1;
    uint32_t causalBefore = 0;
    uint32_t causalMatrices = 1;
    float softcap = 0;
};

struct Operands {
    TensorRef q, k, v, y;
    std::optional<TensorRef> mask = {};
    MaskStrides maskStrides = {};
    float scale = 1; // divided by softcap, if there is one
    bool isCausal = false;
    std::optional<TensorRef> lengths = {}; // of causal attention
    VisibleParameters visible = {};

    // The specialisation constants `causal` and `isCapped`.
    [[nodiscard]] uint32_t causal() const { return lengths ? 2 : isCausal ? 1 : 0; }
    [[nodiscard]] uint32_t isCapped() const { return visible.softcap > 0 ? 1 : 0; }
};

} // namespace weightless::ops::attention
