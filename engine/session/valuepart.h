// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <string>

namespace weightless {

// The part of a model that computes one value of its main graph: the nodes that lead to it, with the inputs
// and constants that these use, and the value as the only output. Nothing is copied of the constants.
// InvalidArgument when no node there makes a value of that name: it is a constant, an input, or inside a
// branch, a loop or a function.
[[nodiscard]] Model modelUpTo(const Model& model, const std::string& value);

} // namespace weightless
