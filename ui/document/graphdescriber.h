// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::ui {

struct ModelDocument;

// Fills graph, producers and TensorRow::nodes of a document whose constants, tensors and value shapes are
// known. Nodes of sub-graphs are not drawn: what they use belongs to the node that holds them.
void describeGraph(ModelDocument& document);

} // namespace weightless::ui
