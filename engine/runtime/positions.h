// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <set>
#include <string>

namespace weightless {

// Nodes that compute where something is: in pixels, as boxes beside anchors, flows and what samples images,
// by the names of their first outputs. Between 512 and 1024 float16 has every other half of a pixel, and
// bfloat16 every fourth pixel, so that what a network adds to a position is lost where it is small.
//
// Positions are counted: by Range, by integers that the model has or chooses, by AffineGrid. They are
// followed through what moves elements, limits or sums them up, and through sums and products, with
// activations as well, which are what a network says of them. Anything else ends it: sines, products of
// matrices. So do the weights of attention, whose distances are added to as much as there are pairs: what
// leads to a Softmax is left alone.
[[nodiscard]] std::set<std::string, std::less<>> arithmeticOfPositions(const ModelGraph& graph);

} // namespace weightless
