// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/stridedloop.h"

#include <cstdint>
#include <optional>

namespace weightless::ops {

// Whether software devices write the tensor in runs: its place is known to allow that.
[[nodiscard]] bool takesRuns(const LoweringContext& context, const TensorRef& target);
// Elements that an invocation moves of a row of `rowItems`, each of `bytes`: eight, or 16 bytes of narrower
// and 32 of wider ones; fewer where rows are short, in whole words.
[[nodiscard]] uint32_t itemsOfRun(uint32_t bytes, int64_t rowItems);
// Written at once where packed rows are of that length: 4 to 32 bytes, or single elements of fewer.
[[nodiscard]] uint32_t storeBytesOfRows(uint32_t bytes, int64_t rowItems);

// A strided copy as software devices make it, which read in texels and write runs of up to 32 bytes at once,
// and transpose tiles of such in registers. `loop` has strides {source, target} and at most maxLoopRank
// dimensions. Nothing where the device is another, the target does not walk the last dimension densely, or it
// is not known that the target begins at 32 bytes.
[[nodiscard]] std::optional<DispatchStep> copyInRuns(const LoweringContext& context, const TensorRef& source,
    const TensorRef& target, const StridedLoop& loop, int64_t sourceOffset, int64_t targetOffset);

} // namespace weightless::ops
