// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::ui {

struct ModelDocument;
class TextPool;

// Fills graph, nodes, producers and TensorRow::nodes of a document whose constants, tensors and value shapes
// are known. Sub-graphs and the functions that nodes call are described, too, behind the nodes that own them,
// to a bounded depth and size: files are hostile.
void describeGraph(ModelDocument& document, TextPool& texts);

} // namespace weightless::ui
