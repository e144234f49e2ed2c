// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weightless {

// Concrete dimensions, outermost first. A scalar has none.
using Shape = std::vector<int64_t>;

// Product of the dimensions; nullopt when one is negative or the product exceeds 2^62.
[[nodiscard]] std::optional<int64_t> elementCount(const Shape& shape);

// "[2, 4, 64, 64]"; a scalar is "[]".
[[nodiscard]] std::string toString(const Shape& shape);

// A dimension as a model declares it: a number, a name, or neither.
struct Dimension {
    int64_t value = -1; // -1: free
    std::string symbol; // name of a free dimension; may be empty

    [[nodiscard]] bool isFree() const { return value < 0; }
    bool operator==(const Dimension&) const = default;
};
using SymbolicShape = std::vector<Dimension>;

// "[batch, 4, ?, ?]".
[[nodiscard]] std::string toString(const SymbolicShape& shape);

// The concrete shape when no dimension is free.
[[nodiscard]] std::optional<Shape> toConcrete(const SymbolicShape& shape);

// WebNN's MLOperandDescriptor: what a tensor is, without its data.
struct TensorDescriptor {
    DataType type = DataType::Undefined;
    Shape shape;

    bool operator==(const TensorDescriptor&) const = default;
};

// Packed bytes; nullopt as byteCount() and elementCount() say.
[[nodiscard]] std::optional<uint64_t> byteCount(const TensorDescriptor& descriptor);

// "float16[2, 4, 64, 64]".
[[nodiscard]] std::string toString(const TensorDescriptor& descriptor);

} // namespace weightless
