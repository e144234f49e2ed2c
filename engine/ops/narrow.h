// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/narrowtypes.h"
#include "engine/ops/loweringcontext.h"
#include "engine/ops/scalelayout.h"

#include <optional>

namespace weightless::ops {

// Scale and zero point of a tensor that is quantised.
struct Scaling {
    TensorRef scale; // of the type on the wide side
    std::optional<TensorRef> zeroPoint; // of the narrow type
    ScaleLayout layout;
};

// y = (x - zero point) · scale, or x without one. x is narrow; y is float32, float16, bfloat16, or uint8,
// which then holds the bits of an element each.
void dispatchUnpack(
    LoweringContext& context, const TensorRef& x, const TensorRef& y, const Scaling* scaling = nullptr);

// The other way: y, which is narrow, is x / scale + zero point, with integers rounded to even and saturating,
// or x without a scale, with integers truncated and wrapping. x may be int32, too, for an integer y without a
// scale.
void dispatchPack(LoweringContext& context, const TensorRef& x, const TensorRef& y, NarrowRules rules,
    const Scaling* scaling = nullptr);

// Whether elements are parts of bytes, which no kernel that moves elements reaches.
[[nodiscard]] bool sharesBytes(DataType type);
// Such elements in bytes of their own, for kernels that move them, room for their results, and the results
// put together again. Any other tensor is itself, and is left alone.
[[nodiscard]] TensorRef takenApart(LoweringContext& context, const TensorRef& tensor);
[[nodiscard]] TensorRef apartLike(LoweringContext& context, const TensorRef& tensor);
void putTogether(LoweringContext& context, const TensorRef& apart, const TensorRef& tensor);

} // namespace weightless::ops
