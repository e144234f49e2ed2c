// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <memory>
#include <string>

namespace weightless::cli {

// The constant of that name. Bodies of control flow may each have one of it: their path says which, the node,
// the attribute and the name, from the main graph inwards ("If_0/then_branch/weight"); a function's name
// comes first for what it has. The name alone is the main graph's path. InvalidArgument: there is none, with
// the closest name, or several and none in the main graph, with their paths.
[[nodiscard]] std::shared_ptr<const ConstantInfo> constantNamed(const Model& model, const std::string& name);

} // namespace weightless::cli
