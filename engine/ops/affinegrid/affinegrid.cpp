// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

namespace weightless::ops::affinegrid {

namespace {

// The places before they are moved are a table that the CPU writes while planning.
constexpr int64_t mostPlaces = int64_t {1} << 24;

// [N, C, height, width] or [N, C, depth, height, width].
Shape sizeOf(const NodeView& node)
{
    const std::vector<int64_t> size = node.ints(1, "size");
    const bool isSize = size.size() == 4 || size.size() == 5;
    const Shape spatial = isSize ? Shape(size.begin() + 2, size.end()) : Shape {};
    const int64_t places = elementCount(spatial).value_or(-1);
    if (!isSize || size[0] < 0 || places < 0 || places > mostPlaces) {
        failNode("input 'size' is " + toString(size)
            + ", expected [batch, channels, height, width] or [batch, channels, depth, height, width]");
    }
    const auto dimensions = static_cast<int64_t>(spatial.size());
    if (node.shape(0) != Shape {size[0], dimensions, dimensions + 1}) {
        failNode("theta is " + toString(node.input(0)) + ", expected "
            + toString(Shape {size[0], dimensions, dimensions + 1}));
    }
    return size;
}

void infer(InferenceContext& context)
{
    const Shape size = sizeOf(NodeView(context));
    Shape result {size[0]};
    result.insert(result.end(), size.begin() + 2, size.end());
    result.push_back(static_cast<int64_t>(size.size()) - 2);
    if (!isFloat(context.type(0))) {
        context.fail("theta is " + toString(context.input(0)) + ", expected a float tensor");
    }
    context.setOutput(0, context.type(0), std::move(result));
}

// [places, x, y (, z), 1] from -1 to 1: of the corners' centers, or of the corners.
HostTensor placesOf(const Shape& spatial, bool alignsCorners, DataType type)
{
    const size_t rank = spatial.size();
    const int64_t count = elementCount(spatial).value_or(0);
    HostTensor table = makeHostTensor({type, {count, static_cast<int64_t>(rank) + 1}});
    for (int64_t i = 0; i < count; ++i) {
        int64_t rest = i;
        for (size_t d = 0; d < rank; ++d) { // innermost first
            const int64_t size = spatial[rank - 1 - d];
            const auto at = static_cast<double>(rest % size);
            rest /= size;
            const auto steps = static_cast<double>(size);
            const double value = !alignsCorners ? (2 * at + 1) / steps - 1
                : size == 1                     ? -1
                                                : 2 * at / (steps - 1) - 1;
            setElement(table, static_cast<size_t>(i) * (rank + 1) + d, value);
        }
        setElement(table, static_cast<size_t>(i) * (rank + 1) + rank, 1.0);
    }
    return table;
}

void lower(LoweringContext& context)
{
    const Shape size = sizeOf(NodeView(context));
    if (context.output(0).elements() == 0) {
        return;
    }
    Composer compose(context);
    const bool alignsCorners = context.attributes().intOr("align_corners", 0) != 0;
    const TensorRef given = context.input(0);
    const DataType type = given.type() == DataType::Float64 ? DataType::Float64 : DataType::Float32;
    const TensorRef places =
        context.constant(placesOf(Shape(size.begin() + 2, size.end()), alignsCorners, type));
    const TensorRef theta = compose.cast(given, type);
    const TensorRef moved = compose.add("MatMul", {places, compose.transposed(theta, {0, 2, 1})});
    finishOutput(context, 0, moved);
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "AffineGrid",
        .sinceVersion = 20,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower});
}

} // namespace weightless::ops::affinegrid
