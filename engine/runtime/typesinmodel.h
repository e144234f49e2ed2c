// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <map>
#include <string>

namespace weightless {

// Of what type a model's tensors are, and those that its sequences and optionals hold, by the names of the
// values, in the graph and the bodies in it: what is declared, by a value's info, a constant or an attribute,
// and what follows from that. Floats above all: of what holds no floats, only what is declared. Values of one
// name in two bodies that are of two types are left out.
[[nodiscard]] std::map<std::string, DataType, std::less<>> typesInModel(const ModelGraph& graph);

} // namespace weightless
