// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"

#include <optional>

namespace weightless::plan {

// The graph with every node that does what an earlier one does (the same operator, attributes and inputs,
// numbers known alike included) left out; those that read it read the earlier one's results. Values that are
// outputs of the graph are still made: where only one of two nodes makes such, as that. Two that both do
// stay. Nothing where there is none.
[[nodiscard]] std::optional<Dataflow> withoutRepeatedNodes(
    const Dataflow& dataflow, const Specialization& specialization);

} // namespace weightless::plan
