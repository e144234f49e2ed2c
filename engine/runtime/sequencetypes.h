// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <map>
#include <string>

namespace weightless {

// Of what type a model's sequences and optionals hold tensors, by the names of the values, in the graph and
// the bodies in it: what is declared, by a value's info or by SequenceEmpty, and what follows from that.
[[nodiscard]] std::map<std::string, DataType, std::less<>> elementTypesOf(const ModelGraph& graph);

} // namespace weightless
