// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"

#include <map>
#include <string>
#include <vector>

namespace weightless::ops::einsum {

// A letter of an equation, or a dimension that an ellipsis stands for: those count from `firstEllipsisLabel`
// on, aligned at the last one.
using Label = int;
using Labels = std::vector<Label>;
inline constexpr Label firstEllipsisLabel = 256;

// A checked equation with the sizes that its operands give its labels.
struct Equation {
    std::vector<Labels> operands; // one label per dimension; a repeated one is a diagonal
    Labels result; // none twice
    std::map<Label, int64_t> sizes;

    [[nodiscard]] Shape shapeOf(const Labels& labels) const;
};

// InvalidArgument, quoting the equation, where it is none or does not fit the node's inputs.
[[nodiscard]] Equation equationOf(const NodeView& node);

} // namespace weightless::ops::einsum
