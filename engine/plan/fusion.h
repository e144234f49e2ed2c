// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"

#include <vector>

namespace weightless::plan {

// The graph's nodes with patterns replaced by operators of the domain "weightless" that do the same in one
// step. A fused node stands where the last node of its pattern stood and yields the same value; the others
// are left in place and die because nothing needs them, or are gone where the fused node yields all that they
// did. Patterns with an intermediate value that somebody else reads stay as they are, but for a sum that is
// normalised. Cancelled when a stop was requested.
[[nodiscard]] std::vector<DataflowNode> fuse(
    const Dataflow& dataflow, const Specialization& specialization, const std::stop_token& stopToken = {});

} // namespace weightless::plan
