// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/graphwriter.h"
#include "engine/demo/shapearithmetic.h"

#include <cstdint>
#include <string>

namespace weightless {

// Query, key and value after their projections: [batch, tokens, width].
struct AttentionInputs {
    std::string query = {};
    std::string key = {};
    std::string value = {};
    int64_t width = 0;
    int64_t heads = 0;
    int64_t queryTokens = 0; // with static axes
    int64_t keyTokens = 0;
};

// Attention without its projections, [batch, query tokens, width]: since opset 17 as
// scaled_dot_product_attention is exported (heads on an axis of their own, the root of the scale on both
// factors), before as diffusers wrote it out in 2022 (heads folded into the batch, scaled scores).
[[nodiscard]] std::string attention(GraphWriter& writer, const AttentionInputs& inputs);

// Heads that still divide a narrower model's width.
[[nodiscard]] int64_t headCount(int64_t width, int64_t heads);

} // namespace weightless
