// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/scalelayout.h"

#include "engine/base/bytes.h"

#include <algorithm>

namespace weightless::ops {

namespace {

int64_t productOf(const Shape& shape, size_t begin, size_t end)
{
    int64_t product = 1;
    for (size_t i = begin; i < end; ++i) {
        product *= shape[i];
    }
    return product;
}

[[noreturn]] void failScale(const NodeView& node, const std::string& expected)
{
    failNode("the scale of " + toString(node.input(0)) + " is " + toString(node.input(1)) + ", expected "
        + expected);
}

} // namespace

ScaleLayout scaleLayoutOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const Shape& scale = node.shape(1);
    const int64_t block = node.attributes->intOr("block_size", 0);
    if (block < 0) {
        failNode("block_size is " + std::to_string(block) + ", expected 0 or more");
    }
    if (block == 0 && scale.size() <= 1 && elementCount(scale) == 1) {
        return {};
    }
    const size_t axis = normalizeAxis(node.attributes->intOr("axis", 1), shape.size());
    const int64_t inner = productOf(shape, axis + 1, shape.size());
    ScaleLayout layout {.axisSize = static_cast<uint32_t>(std::max<int64_t>(shape[axis], 1)),
        .innerSize = static_cast<uint32_t>(std::max<int64_t>(inner, 1)),
        .axisStride = 1};
    if (block == 0) {
        if (scale != Shape {shape[axis]}) {
            failScale(node, "a scalar or one for each of axis " + std::to_string(axis));
        }
        return layout;
    }
    Shape expected = shape;
    expected[axis] =
        static_cast<int64_t>(ceilDivide(static_cast<uint64_t>(shape[axis]), static_cast<uint64_t>(block)));
    if (scale != expected) {
        failScale(node, "shape " + toString(expected) + " for blocks of " + std::to_string(block));
    }
    layout.block = static_cast<uint32_t>(std::min<int64_t>(block, layout.axisSize));
    layout.outerStride = static_cast<uint32_t>(expected[axis] * inner);
    layout.axisStride = static_cast<uint32_t>(inner);
    layout.innerStride = 1;
    return layout;
}

bool haveSamePlaces(const Shape& scale, const Shape& zeroPoint)
{
    const auto isOne = [](const Shape& shape) { return shape.size() <= 1 && elementCount(shape) == 1; };
    return scale == zeroPoint || (isOne(scale) && isOne(zeroPoint));
}

} // namespace weightless::ops
