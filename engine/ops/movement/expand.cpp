// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/movement/movement.h"
#include "engine/ops/stridedcopy.h"

namespace weightless::ops::movement {

namespace {

void inferExpand(InferenceContext& context)
{
    const Shape target = NodeView(context).ints(1, "shape");
    if (!elementCount(target)) {
        context.fail("input 'shape' is " + toString(target) + ", expected sizes of 0 and above");
    }
    const auto result = broadcast(context.shape(0), target);
    if (!result) {
        context.fail(
            "input 0 is " + toString(context.input(0)) + ", which does not broadcast to " + toString(target));
    }
    context.setOutput(0, context.type(0), *result);
}

std::vector<ElementCopy> expandCopies(const NodeView& node)
{
    const Shape& target = node.outputs[0].shape;
    return {packedCopy(target, broadcastStrides(node.shape(0), target))};
}

// One number per dimension. Version 1 has a count and an axis instead.
std::vector<int64_t> repeatsOf(const NodeView& node)
{
    const size_t rank = node.shape(0).size();
    std::vector<int64_t> repeats = node.ints(1, "repeats");
    if (node.opset < 6) {
        const std::vector<int64_t> axis = node.ints(2, "axis");
        if (repeats.size() != 1 || axis.size() != 1) {
            failNode("inputs 'tiles' and 'axis' are one number each");
        }
        std::vector<int64_t> spread(rank, 1);
        spread[normalizeAxis(axis[0], rank)] = repeats[0];
        repeats = std::move(spread);
    }
    if (repeats.size() != rank) {
        failNode("input 'repeats' has " + std::to_string(repeats.size()) + " elements, input 0 is "
            + toString(node.input(0)));
    }
    return repeats;
}

void inferTile(InferenceContext& context)
{
    const std::vector<int64_t> repeats = repeatsOf(NodeView(context));
    Shape result;
    for (size_t i = 0; i < repeats.size(); ++i) {
        const auto size =
            checkedMultiply(static_cast<uint64_t>(context.shape(0)[i]), static_cast<uint64_t>(repeats[i]));
        if (repeats[i] < 0 || !size || *size > (uint64_t {1} << 62)) {
            context.fail(
                "input 'repeats' is " + toString(repeats) + " for an input " + toString(context.input(0)));
        }
        result.push_back(static_cast<int64_t>(*size));
    }
    context.setOutput(0, context.type(0), std::move(result));
}

// Every dimension becomes two: the repeats, which step the source by 0, and the dimension itself.
std::vector<ElementCopy> tileCopies(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const std::vector<int64_t> repeats = repeatsOf(node);
    const std::vector<int64_t> strides = contiguousStrides(shape);
    Shape split;
    std::vector<int64_t> sourceStrides;
    for (size_t i = 0; i < shape.size(); ++i) {
        split.insert(split.end(), {repeats[i], shape[i]});
        sourceStrides.insert(sourceStrides.end(), {0, strides[i]});
    }
    return {packedCopy(split, std::move(sourceStrides))};
}

} // namespace

void registerExpand(Registry& registry)
{
    registry.add({.name = "Expand",
        .sinceVersion = 8,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferExpand,
        .lower = lowerCopies<expandCopies>,
        .fold = foldCopies<expandCopies>});
    Operator tile {.name = "Tile",
        .minInputs = 3,
        .maxInputs = 3,
        .infer = inferTile,
        .lower = lowerCopies<tileCopies>,
        .fold = foldCopies<tileCopies>};
    registry.add(tile);
    tile.sinceVersion = 6;
    tile.minInputs = 2;
    tile.maxInputs = 2;
    registry.add(tile);
}

} // namespace weightless::ops::movement
