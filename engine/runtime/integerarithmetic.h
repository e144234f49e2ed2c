// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <functional>
#include <set>
#include <string>

namespace weightless {

// What makes a result as large as it is: of Mul and Div, and the base of Pow.
[[nodiscard]] bool isFactor(const Node& node, size_t input);

// Nodes that compute with what were integers, by the names of their first outputs.
struct IntegerArithmetic {
    // Where something is: in pixels, as boxes beside anchors, flows and what samples images. Between 512 and
    // 1024 float16 has every other half of a pixel, and bfloat16 every fourth pixel, so that what a network
    // adds to a position is lost where it is small.
    std::set<std::string, std::less<>> positions;
    // Products, quotients and powers with numbers that a run decides, as lengths are, which may be beyond
    // float16.
    std::set<std::string, std::less<>> factors;
};

// Positions are counted: by Range, by integers that the model has or chooses, by AffineGrid. They are
// followed through what moves elements, limits or sums them up, and through sums and products, with
// activations as well, which are what a network says of them. Anything else ends it: sines, products of
// matrices.
//
// Numbers that a run decides are integers of more than 16 bits that the graph is given. They are followed in
// the same ways, but beside nothing other than constants: with activations they make activations.
//
// The weights of attention end both, whose distances and masks are added to as much as there are pairs: what
// leads to a Softmax is left alone.
[[nodiscard]] IntegerArithmetic arithmeticOfIntegers(const ModelGraph& graph);

} // namespace weightless
