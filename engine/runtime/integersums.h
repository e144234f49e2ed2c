// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <set>
#include <string>

namespace weightless {

// Nodes that make real numbers of sums of products of integers, or bring something else to them on the way,
// by the names of their first outputs. The sums are beyond float16, and many of their scales below it: both
// meet in float32, and what comes out is an activation as others are.
//
// Exporters multiply in any order, (sums · s) · columns as well as sums · (s · columns), with reshaped
// scales, by DequantizeLinear, behind a bias. So values are followed from integer products, and from the
// scales of DynamicQuantizeLinear, until two scales are in them, those of activations and of weights: through
// what moves elements, chooses some or turns their sign, and where others are added to them, limit them or
// stand beside them, which then have as few scales as those with the fewest. Those of static quantization may
// be one, which nothing tells: a product that follows it, also behind a bias of real numbers, may be taken
// for another scaling. Anything else ends it, products with other weights above all, so that no network
// stays float32 for its first layer.
[[nodiscard]] std::set<std::string, std::less<>> scalingsOfIntegers(const ModelGraph& graph);

} // namespace weightless
