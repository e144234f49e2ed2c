// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace weightless {

// What tells constants of one name apart: the node, the attribute and the name, from the main graph inwards
// ("If_0/then_branch/weight"); a function's name comes first for what it has. The name alone is the main
// graph's path. Of several in one place each has its number behind it, "weight#2".
struct ConstantPath {
    std::string path;
    std::shared_ptr<const ConstantInfo> constant;
};

// Of those that are wanted: a model may have many constants deep inside.
[[nodiscard]] std::vector<ConstantPath> constantPaths(
    const Model& model, const std::function<bool(const ConstantInfo&)>& isWanted);

// Of those whose name several have in this model, or in the one that it is compared with.
using SharedNames = std::unordered_map<const ConstantInfo*, std::string>;
[[nodiscard]] SharedNames pathsOfSharedNames(const Model& model, const Model& other);

} // namespace weightless
