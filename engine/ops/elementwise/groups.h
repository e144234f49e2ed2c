// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/stridedloop.h"

#include <cstdint>
#include <optional>

// Elementwise kernels of software devices, which read in texels and make eight neighbours at once. Nothing
// where the device, the type or the sizes are others, or where it is not known that the result begins at
// eight.
namespace weightless::ops::elementwise {

inline constexpr uint32_t groupItems = 8;

[[nodiscard]] bool isWholeGroups(int64_t elements);
// Whether such kernels suit the device and the place of the result.
[[nodiscard]] bool takesGroups(const LoweringContext& context, const TensorRef& result);

// dispatchUnary()'s.
[[nodiscard]] std::optional<DispatchStep> unaryGroups(const LoweringContext& context, uint32_t operation,
    float alpha, float beta, const TensorRef& x, const TensorRef& y);
// dispatchBinary()'s; the loop's operands are result, left and right.
[[nodiscard]] std::optional<DispatchStep> binaryGroups(const LoweringContext& context, uint32_t operation,
    const StridedLoop& loop, const TensorRef& left, const TensorRef& right, const TensorRef& result);

} // namespace weightless::ops::elementwise
