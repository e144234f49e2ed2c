// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <filesystem>
#include <string>

namespace weightless {

// A model's structure for other programs; no weight is read.

// For Graphviz (https://graphviz.org/doc/info/lang.html): a box for every node with its operator, name and
// constants, an edge for every value with its type and shape where the file tells; the bodies of nodes
// (branches, loops) as clusters that their node points to.
[[nodiscard]] std::string graphDot(const Model& model);

// One object: "model", "opsets", and of the graph and of the bodies of nodes alike "inputs", "outputs",
// "constants" and "nodes", each node with "name", "operator", "inputs", "outputs", "attributes" as text, and
// "bodies".
[[nodiscard]] std::string graphJson(const Model& model);

// The name ends in .dot, .gv or .json, in any case.
[[nodiscard]] bool isGraphFileName(const std::filesystem::path& path);

// As the file's name ends. The file appears whole or not at all. InvalidArgument for
// other names; Io.
void writeGraph(const std::filesystem::path& path, const Model& model);

} // namespace weightless
