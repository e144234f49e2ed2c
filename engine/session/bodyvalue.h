// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <string>
#include <vector>

namespace weightless {

// One step into a graph: a node, by one of its outputs, and the attribute that holds the body.
struct BodyStep {
    std::string output;
    std::string attribute; // "then_branch", "body"

    bool operator==(const BodyStep&) const = default;
};

// A model whose main graph has the value of a body among its values.
struct BodyValueModel {
    Model model;
    std::string value; // what the body held when it was reached last; a number 0 where it never was
    std::string isReached; // bool, of the same node
};

// Hands a value of a body on to the main graph: out of a branch with what is left when the other one is
// taken, out of a loop or a scan from iteration to iteration, so that the last one that reached it counts.
// `bodies` leads from the main graph inwards and is not empty. Nothing is copied of constants.
// InvalidArgument: no node makes such an output, or it has no such body, or nothing there has that name.
// Unsupported: the body of a node that is no If, Loop or Scan.
[[nodiscard]] BodyValueModel modelWithBodyValue(
    const Model& model, const std::vector<BodyStep>& bodies, const std::string& value);

} // namespace weightless
