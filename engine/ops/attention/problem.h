// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

// As the kernels' parameters end: what they know of the keys that a row sees (visible.glsl).
struct VisibleParameters {
    uint32_t causalSteps = 1;
    uint32_t causalBefore = 0;
    uint32_t causalMatrices = 1;
    float softcap = 0;
};

struct Operands {
    TensorRef q, k, v, y;
    TensorRef scores = {}; // of the chunked path
    std::optional<TensorRef> mask = {};
    MaskStrides maskStrides = {};
    float scale = 1; // divided by softcap, if there is one
    bool isCausal = false;
    std::optional<TensorRef> lengths = {}; // of causal attention
    VisibleParameters visible = {};
    int64_t strideK = 0; // of k's rows
    int64_t strideV = 0;
    int64_t strideScores = 0;

    // The specialisation constants `causal` and `isCapped`.
    [[nodiscard]] uint32_t causal() const { return lengths ? 2 : isCausal ? 1 : 0; }
    [[nodiscard]] uint32_t isCapped() const { return visible.softcap > 0 ? 1 : 0; }
};

} // namespace weightless::ops::attention
