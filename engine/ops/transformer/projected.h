// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/transformer/transformer.h"

#include <optional>

// What the Attention operators with weights of their own have in common: queries, keys and values beside each
// other in one tensor [batch, steps, 2 * query + value], which MultiHeadAttention takes apart.
namespace weightless::ops::transformer {

struct Widths {
    int64_t query = 0; // and of keys
    int64_t value = 0;

    [[nodiscard]] int64_t all() const { return 2 * query + value; }
};

// Of x [batch, steps, columns] and weights [columns, widths]; the attribute qkv_hidden_sizes or thirds.
[[nodiscard]] Widths widthsOf(const NodeView& node);

// Places of the node's further inputs; absent ones are omitted in every node.
struct ProjectedInputs {
    size_t mask = 0;
    size_t past = 0;
    std::optional<size_t> scoreBias = {};
};

// Sets both outputs, the result and the present state, in this type.
void inferProjected(InferenceContext& context, const ProjectedInputs& places, DataType type);
void lowerProjected(LoweringContext& context, const ProjectedInputs& places, const TensorRef& all);

} // namespace weightless::ops::transformer
