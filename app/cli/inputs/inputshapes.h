// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstdint>
#include <map>
#include <string>

namespace weightless::cli {

// Fixes the shapes of a model's inputs to those of the tensors that will be fed: free dimensions take their
// sizes, in every input that names the same symbol. Returns the sizes by symbol, as FreeDimension names them.
// InvalidArgument when a tensor has another type, rank or fixed dimension than its input, when two tensors
// disagree about a symbol, or when `fed` names no input of the model.
std::map<std::string, int64_t> fixInputShapes(
    Model& model, const std::map<std::string, TensorDescriptor>& fed);

// "float16[batch, 4, ?, ?]", as the model declares it.
[[nodiscard]] std::string describe(const ValueInfo& value);

} // namespace weightless::cli
