// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"

#include <optional>

namespace weightless::plan {

// The graph with every reader of a node that changes nothing reading that node's operand instead: of an
// Identity, a Cast to the type that is there, a product with 1, a quotient by 1. Exporters leave them between
// what belongs together. Only those that make an output of the graph are left. Nothing where there is none.
[[nodiscard]] std::optional<Dataflow> withoutNeutralNodes(
    const Dataflow& dataflow, const Specialization& specialization);

} // namespace weightless::plan
