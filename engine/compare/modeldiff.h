// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/compare/differences.h"

namespace weightless {

// What differs between two models. Constants are matched by name, then by content: what is the same under
// another name is Renamed. Nodes are matched by name, then by what they make, then by what they are and do,
// in order; names of constants and nodes that were only renamed are no difference elsewhere. Bodies of nodes
// and functions are compared node by node. Two with the same name of what should have one each are compared
// the first with the first, constants of different bodies with those in the same place before. Metadata
// count; who made a model and what is written about it, its nodes and values do not. Reads the weights in a
// few MiB, those that are the same range of the same file not at all. Io when a file changes meanwhile;
// Cancelled.
[[nodiscard]] ModelDiff diffModels(const Model& before, const Model& after, const DiffOptions& options = {});

} // namespace weightless
