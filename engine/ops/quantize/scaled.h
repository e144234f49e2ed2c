// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"
#include "engine/ops/quantize/factor.h"
#include "engine/ops/scaledinteger.h"

#include <cstdint>
#include <optional>

// What the operators of scaledinteger.h share.
namespace weightless::ops::quantize {

// The shape rule's part of scales, bias and x; `count` columns or filters.
void checkScaled(InferenceContext& context, int64_t count);

// Each one number, or one for each of the places; of the bias as biasInput says.
struct ScalesAndBias {
    TensorRef scale;
    std::optional<TensorRef> otherScale {};
    std::optional<TensorRef> bias {};
    std::optional<TensorRef> resultScale {}; // one number, that factors are divided by
};
// What product::BiasKind::PerRowScaled and PerColumnScaled take.
[[nodiscard]] TensorRef factorTable(LoweringContext& context, const ScalesAndBias& numbers, int64_t count);
// Of the inputs of such a node.
[[nodiscard]] TensorRef scaledFactors(LoweringContext& context, int64_t count);

[[nodiscard]] bool isUnquantized(const LoweringContext& context);
// x of such a node, as whole numbers less the zero point.
[[nodiscard]] Factor quantizedWhole(LoweringContext& context);

} // namespace weightless::ops::quantize
