// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/constantpaths.h"

#include <memory>
#include <string>
#include <vector>

namespace weightless::cli {

struct NamedConstant {
    std::shared_ptr<const ConstantInfo> constant;
    std::string shown; // its name, or its path where others have the name too
    std::vector<std::string> others; // the paths of those
};

// The constant of that name or path (ConstantPath): bodies of control flow may each have one of a name.
// InvalidArgument: there is none, with the paths of those whose name the path ends in or with the closest
// name; or several and none in the main graph, with their paths.
[[nodiscard]] NamedConstant constantNamed(const Model& model, const std::string& name);

// "'a', 'b' and 3 more", the first of them quoted.
[[nodiscard]] std::string listedPaths(const std::vector<std::string>& paths);

} // namespace weightless::cli
