// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>

namespace weightless::plan {

// `node` is the second product of MatMul → [Mul or Div by a number] → [Add mask] → Softmax over the last axis
// → MatMul; numbers may also multiply or divide what the first one reads. Scores of 16 bits may be widened
// anywhere before the softmax and narrowed behind it, and rows of which it makes no numbers may become zeros
// (Where of IsNaN), as PyTorch's exporters write them for masks of truths: those that the mask hides whole,
// and no others. The scores between the two products are the largest tensors of a transformer; fused, they
// are never whole in memory. The scores keep their shape all the way: a scale or a mask that makes them
// larger (more dimensions, more rows) makes for another result, and stays as it is.
[[nodiscard]] std::optional<DataflowNode> matchAttention(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const DataflowNode& node);

} // namespace weightless::plan
