// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/inferencecontext.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedloop.h"

namespace weightless::ops {

// GatherElements and ScatterElements: input 1 has an index for each of its own elements, into one axis of the
// data (input 0); the element's place is its own in every other dimension.

[[nodiscard]] size_t indexedAxis(const NodeView& node);

// Fails unless input 1 is of the data's rank, no larger than it but along the axis, and its indices are
// valid.
void requireElementIndices(const InferenceContext& context);

// Over the elements of input 1 (operand 0, packed) and the data without its axis (operand 1).
[[nodiscard]] StridedLoop indexedElements(const NodeView& node);

} // namespace weightless::ops
