// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace weightless::ops {

// Lowers an operator to a composition of others. What each step yields follows from that operator's own shape
// rule, and its result is scratch memory. Errors are those of the rules.
class Composer {
public:
    using Inputs = std::initializer_list<std::optional<TensorRef>>;

    explicit Composer(LoweringContext& context)
        : m_context(&context)
    {
    }

    // The first result of an operator (loweringTarget()) that yields one.
    TensorRef add(std::string_view opType, Inputs inputs, const Attributes& attributes = {});
    // The same, written to `output`, whose descriptor must be what the rule says.
    void addTo(
        const TensorRef& output, std::string_view opType, Inputs inputs, const Attributes& attributes = {});

    [[nodiscard]] TensorRef number(double value, DataType type);
    [[nodiscard]] TensorRef cast(const TensorRef& tensor, DataType type); // itself where it is of that type
    // The same bytes in another shape.
    [[nodiscard]] TensorRef reshaped(const TensorRef& tensor, Shape shape);
    [[nodiscard]] TensorRef transposed(const TensorRef& tensor, const std::vector<int64_t>& permutation);
    // `size` neighbours from `begin` on along an axis.
    [[nodiscard]] TensorRef slice(const TensorRef& tensor, size_t axis, int64_t begin, int64_t size);

private:
    LoweringContext* m_context;
};

// Attributes of one entry, for compositions.
[[nodiscard]] Attributes attributesWith(std::string name, AttributeValue value);

} // namespace weightless::ops
