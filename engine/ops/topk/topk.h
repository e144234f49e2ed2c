// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace weightless::ops::topk {

// Of [outer, size, inner], of which the first `k` are wanted.
struct Lines {
    size_t axis = 0;
    uint64_t outer = 1;
    uint64_t size = 1;
    uint64_t inner = 1;
    int64_t k = 0;
    bool isLargest = true;

    [[nodiscard]] uint64_t count() const { return outer * inner; }
    [[nodiscard]] uint64_t kept() const { return static_cast<uint64_t>(k); }
};

// The first of each line, [line, k], in no order: places. Nothing where sorting whole lines is no more work.
[[nodiscard]] std::optional<TensorRef> choose(
    LoweringContext& context, const Lines& lines, const TensorRef& x);

} // namespace weightless::ops::topk
