// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/graphwriter.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weightless {

// A dimension while the exporter traces: known, or a scalar int64 value of the graph.
struct TracedDim {
    int64_t fixed = -1;
    std::string value = {};

    TracedDim(int64_t size) // NOLINT(google-explicit-constructor): numbers stand among dimensions everywhere
        : fixed(size)
    {
    }
    explicit TracedDim(std::string scalar)
        : value(std::move(scalar))
    {
    }
    [[nodiscard]] bool isTraced() const { return !value.empty(); }
};

// tensor.shape[axis]: Shape → Gather with dynamic axes, the number otherwise.
[[nodiscard]] TracedDim sizeOf(
    GraphWriter& writer, const std::string& tensor, int64_t axis, int64_t fixedSize);

[[nodiscard]] TracedDim multiply(GraphWriter& writer, const TracedDim& a, const TracedDim& b);
[[nodiscard]] TracedDim floorDivide(GraphWriter& writer, const TracedDim& a, int64_t divisor);

// A 1-D int64 value: Unsqueeze and Concat with dynamic axes, one Constant otherwise.
[[nodiscard]] std::string shapeVector(GraphWriter& writer, const std::vector<TracedDim>& dims);

[[nodiscard]] std::string reshape(
    GraphWriter& writer, const std::string& tensor, const std::vector<TracedDim>& dims);

// tensor.expand(dims), as the exporter spells it: -1 is replaced through Equal and Where.
[[nodiscard]] std::string expand(
    GraphWriter& writer, const std::string& tensor, const std::vector<TracedDim>& dims);

[[nodiscard]] std::string unsqueeze(GraphWriter& writer, const std::string& tensor, int64_t axis);
[[nodiscard]] std::string transpose(
    GraphWriter& writer, const std::string& tensor, std::vector<int64_t> perm);

} // namespace weightless
