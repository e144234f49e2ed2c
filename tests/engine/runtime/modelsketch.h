// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <memory>
#include <string>
#include <vector>

namespace weightless::testing {

// Without nodes, of opset 17.
[[nodiscard]] Model modelOf(std::vector<ValueInfo> inputs, std::vector<ValueInfo> outputs);

// A node named after its first output.
[[nodiscard]] Node nodeOf(std::string opType, std::vector<std::string> inputs,
    std::vector<std::string> outputs, Attributes attributes = {});

[[nodiscard]] HostTensor tensorWith(DataType type, Shape shape, const std::vector<double>& values);

[[nodiscard]] std::shared_ptr<const ConstantInfo> knownConstant(const std::string& name, HostTensor value);
// Without data; set by name or index.
[[nodiscard]] std::shared_ptr<const ConstantInfo> hollowConstant(
    const std::string& name, TensorDescriptor descriptor);

// A value of a declared type and shape; "?" dimensions are -1.
[[nodiscard]] ValueInfo valueOf(const std::string& name, DataType type, const std::vector<int64_t>& shape);

// A call of a model's own function, of domain "own".
[[nodiscard]] Node callOf(std::string function, std::vector<std::string> inputs, std::string output);

// Attributes with one graph, named.
[[nodiscard]] Attributes graphAttribute(const std::string& name, ModelGraph graph);

} // namespace weightless::testing
