// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::quantize {

// A factor of a product: int8 or uint8 less its zero point.
struct Factor {
    TensorRef bytes;
    std::optional<TensorRef> zeroPoint; // of the same type; one number, or as it broadcasts to `bytes`
    int64_t greatest = 255; // that the difference can be, in magnitude
};

// The factor of two inputs of the node, the second of which may be absent.
[[nodiscard]] Factor factorOf(const LoweringContext& context, size_t bytes, size_t zeroPoint);

} // namespace weightless::ops::quantize
