// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"
#include "engine/model/model.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weightless {

// A free dimension's size, and the input whose tensor says so first.
struct FedDimension {
    int64_t size = 0;
    std::string input;
};

// Fixes the shapes of a model's inputs to those of the tensors that will be fed: free dimensions take their
// sizes, in every input that names the same symbol. Returns the sizes by symbol, as FreeDimension names them.
// InvalidArgument when a tensor has another type, rank or fixed dimension than its input, when two tensors
// disagree about a symbol, or when `fed` names neither an input of the model nor a constant. A constant that
// is fed becomes an input of the tensor's shape: from IR version 4 on, initializers are defaults that a
// caller may replace.
std::map<std::string, FedDimension> fixInputShapes(
    Model& model, const std::map<std::string, TensorDescriptor>& fed);

// Concrete shapes of a model's inputs when its free dimensions have these sizes, by symbol; those that are
// not given are taken as FreeDimension suggests. Inputs without free dimensions, or of unknown rank, are left
// out.
[[nodiscard]] std::map<std::string, Shape> inputShapes(
    const Model& model, const std::map<std::string, int64_t>& dimensions);

// Sizes of free dimensions that follow how many texts `sources` give an input of strings: of the only one
// that neither the input fixes nor `known` has, by symbol, where there are several texts and as many strings
// can be.
[[nodiscard]] std::map<std::string, int64_t> sizesOfTexts(const std::vector<ValueInfo>& inputs,
    const std::map<std::string, InputSource>& sources, const std::map<std::string, int64_t>& known);

// What the model says of the shape of an output that a plan gives the shape `planned`, when free dimensions
// have other sizes than those of the plan (`plannedSizes`, by symbol): the dimensions that it fixes, and
// those that it names by a symbol of its inputs. Others are free, without a symbol. Nullopt where it names
// none.
[[nodiscard]] std::optional<SymbolicShape> outputShape(const ValueInfo& output, const Shape& planned,
    const std::map<std::string, int64_t>& plannedSizes, const std::map<std::string, int64_t>& sizes);

// "float16[batch, 4, ?, ?]", as the model declares it.
[[nodiscard]] std::string describe(const ValueInfo& value);

// What an input of strings is declared as, with these sizes of free dimensions: a graph's port, which no
// device holds, has no descriptor. Undefined for inputs of other kinds.
[[nodiscard]] TensorDescriptor stringInput(
    const Model& model, const std::string& name, const std::map<std::string, int64_t>& dimensions);

} // namespace weightless
