// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <vector>

// What compositions need beside operators (composer.h).
namespace weightless::ops {

// The node's output is `value`, in the output's type and shape. Nothing where nobody reads it.
void finishOutput(LoweringContext& context, size_t output, const TensorRef& value);
[[nodiscard]] bool wantsOutput(const LoweringContext& context, size_t output);

// Broadcast to `shape` and written out; itself where it has the shape.
[[nodiscard]] TensorRef expandedCopy(LoweringContext& context, const TensorRef& x, const Shape& shape);
[[nodiscard]] TensorRef filledTensor(LoweringContext& context, TensorDescriptor descriptor, double value);
// One element of any type that has kernels.
[[nodiscard]] TensorRef scalarOf(LoweringContext& context, DataType type, double value);
// One of the Reduce operators; reduced dimensions stay with size 1. Without axes x itself.
[[nodiscard]] TensorRef reducedOver(
    LoweringContext& context, std::string_view op, const TensorRef& x, const std::vector<int64_t>& axes);

} // namespace weightless::ops
