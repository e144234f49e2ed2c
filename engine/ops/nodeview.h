// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::ops {

// Numbers of the inputs that are constants of 4-bit integers in the model and of bytes in the graph. Whoever
// builds a graph so gives it to their nodes: a few operators mean something else by bytes.
inline constexpr std::string_view widenedAttribute = "weightless.widened";
// Of compositions: QuantizeLinear multiplies with its scale, where it divides else.
inline constexpr std::string_view multipliesAttribute = "weightless.multiplies";

// One node as its shape rule, its fold and its lowering all see it, so that an operator reads its attributes
// and known inputs in one function. Lives no longer than the context it was made from.
struct NodeView {
    explicit NodeView(const InferenceContext& context);
    explicit NodeView(const FoldContext& context);
    explicit NodeView(const LoweringContext& context);

    [[nodiscard]] bool hasInput(size_t index) const;
    [[nodiscard]] const TensorDescriptor& input(size_t index) const; // InvalidArgument when absent
    [[nodiscard]] const Shape& shape(size_t index) const { return input(index).shape; }
    [[nodiscard]] const HostTensor* value(size_t index) const; // null when absent or not known on the CPU

    // A required list of integers in an input (int64 or int32). Unsupported, naming the input, when its
    // values are known only at run time; InvalidArgument when it is of another type or rank above 1.
    [[nodiscard]] std::vector<int64_t> ints(size_t index, std::string_view inputName) const;
    // The list an operator takes as an attribute in old versions and as an optional input in new ones.
    [[nodiscard]] std::optional<std::vector<int64_t>> optionalInts(
        std::string_view attributeName, size_t inputIndex) const;

    // Whether the model has 4-bit integers where this input has bytes (widenedAttribute).
    [[nodiscard]] bool isWidened(size_t index) const;

    const Attributes* attributes;
    int64_t opset;
    std::vector<TensorDescriptor> inputs; // Undefined type for an omitted input
    std::vector<const HostTensor*> values;
    std::vector<TensorDescriptor> outputs; // types are Undefined while shapes are inferred
};

// The one element of a known value that must have one: a bound, a depth, a flag. InvalidArgument, naming the
// input and its type, when it has another number of elements. The only way rules read a single element.
[[nodiscard]] double scalarAsDouble(const HostTensor& value, std::string_view inputName);
[[nodiscard]] int64_t scalarAsInt64(const HostTensor& value, std::string_view inputName);

// InvalidArgument, for checks outside an InferenceContext; the planner adds the node's name.
[[noreturn]] void failNode(const std::string& what);

// A possibly negative axis into [0, rank); InvalidArgument naming both otherwise.
[[nodiscard]] size_t normalizeAxis(int64_t axis, size_t rank);

} // namespace weightless::ops
