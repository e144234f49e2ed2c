// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/quantize/factor.h"

#include <optional>

// Products of 8-bit integers by the kernels of float32, which are the fast ones on every device: float32
// holds every whole number up to 2^24, so sums of so few products that none can exceed it are exact, in
// whatever order they are made. Deeper ones are several, added up as int32, whose sums wrap around as ONNX
// Runtime's do.
namespace weightless::ops::quantize {

// A product of so many parts is made otherwise: each part is several steps of a plan.
constexpr int64_t mostParts = 64;

// How many products of the two have an exact sum; at least 256.
[[nodiscard]] int64_t exactDepth(const Factor& a, const Factor& b);

// The differences as float32, made anew in every run: a kept copy would be four times the weight.
[[nodiscard]] TensorRef widened(LoweringContext& context, const Factor& factor);

// `size` neighbours from `begin` on along an axis along which the zero point does not vary.
[[nodiscard]] Factor sliced(
    LoweringContext& context, const Factor& factor, size_t axis, int64_t begin, int64_t size);

// sums = a b in int32, matrices as MatMul has them, of rank 2 or more.
void lowerExactProduct(LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& sums);

// Adds float32 of whole numbers to int32 sums: the first part begins them, the last one goes where they shall
// be.
class ExactSums {
public:
    ExactSums(LoweringContext& context, TensorRef target)
        : m_context(context)
        , m_target(std::move(target))
    {
    }
    void add(const TensorRef& part, bool isLast);

private:
    LoweringContext& m_context;
    TensorRef m_target;
    std::optional<TensorRef> m_before;
};

} // namespace weightless::ops::quantize
