// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <vector>

namespace weightless {

// FlexAttention of ai.onnx.preview, whose attributes may have a graph between scores and softmax, and one
// behind it.
[[nodiscard]] bool isFlexAttention(const Node& node);

// What the operator's text says it does: its two products, the softmax and the nodes of both graphs, whose
// names get the node's as a scope. Small constants of the graphs become Constant nodes, hollow ones too.
// InvalidArgument for a graph that has not one input and one output.
[[nodiscard]] std::vector<Node> expandedFlexAttention(const Node& node);

} // namespace weightless
