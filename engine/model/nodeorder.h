// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <string>
#include <string_view>
#include <vector>

namespace weightless {

// The graph's nodes so that each stands behind those whose results it uses, by itself or in its bodies; they
// keep the file's order as far as that goes, all of it in a file that is sorted, as ONNX wants files.
// Programs that insert conversions append them, and ONNX Runtime sorts for itself. Nodes of a circle, and
// those that use them, come last, in the file's order: whoever runs them finds what is missing. The pointers
// are into `graph`.
[[nodiscard]] std::vector<const Node*> sortedNodes(const ModelGraph& graph);

// Why a node has no such value to use when its turn has come in that order: the end of a sentence that names
// both.
[[nodiscard]] std::string whyUndefined(const ModelGraph& graph, std::string_view name);

} // namespace weightless
