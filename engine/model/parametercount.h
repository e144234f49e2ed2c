// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstdint>

namespace weightless {

// How many numbers of a model were learned, as far as its file tells: all elements of floats, and of integers
// those that quantised operators read as weights, where they are packed as many as are in a byte. Shapes,
// axes, indices, masks and zero points are none. What an exporter wrote as floats beside the network's own
// parameters, scales say, cannot be told from them; nor integers of one name in several bodies from each
// other. For people to read.
[[nodiscard]] uint64_t countParameters(const Model& model);

} // namespace weightless
