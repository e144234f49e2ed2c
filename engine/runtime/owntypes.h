// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <set>
#include <string>

namespace weightless {

// Which floats of a graph keep their types whatever type its weights are given (WeightsType).

// Inputs whose types are none of the others' business: factors and regions of Resize are float32, the
// variances of channels, which BatchNormalization reads in any type, are often beyond float16, and so are
// bits of the places that GridSample samples.
[[nodiscard]] bool hasOwnType(const Node& node, size_t input);

// Operators that take floats, which are scales of integers in most of them, as float32 alone.
[[nodiscard]] bool takesFloat32Only(const Node& node);

[[nodiscard]] bool isBatchNormalization(const Node& node);

// Names of the values that such inputs are, in the graph and in the bodies in it, and of all from which those
// are computed before anything runs: exporters share, cast and scale constants, and what was rounded once is
// not what it was.
[[nodiscard]] std::set<std::string, std::less<>> namesOfOwnType(const ModelGraph& graph);

} // namespace weightless
