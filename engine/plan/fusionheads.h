// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <optional>
#include <vector>

namespace weightless::plan {

// Attention that reads and writes what lay around it.
struct InnerHeads {
    DataflowNode node;
    std::vector<size_t>
        replaced; // indices of nodes behind it; those before it are unread, if nobody else reads them
};

// `node` is weightless.Attention whose query, key or value come out of a Transpose from [batch, rows, heads,
// columns] to [batch, heads, rows, columns], or whose result goes into the way back: it takes what is before
// the one and yields what is behind the other. Where exporters fold batch and heads into one dimension
// (a Reshape between), all four are taken, or none, and only where all were folded out of the same two
// numbers. Keys may also be turned round on the way; they are read as they were. So are keys and values that
// are repeated for the heads of a query of one row. Nodes marked in `replaced` belong to another attention.
[[nodiscard]] std::optional<InnerHeads> matchInnerHeads(const Dataflow& dataflow,
    const Specialization& specialization, const UseMap& uses, const std::vector<bool>& replaced,
    const DataflowNode& node);

} // namespace weightless::plan
