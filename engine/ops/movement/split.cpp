// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movement.h"
#include "engine/ops/stridedcopy.h"

#include <numeric>

namespace weightless::ops::movement {

namespace {

size_t axisOf(const NodeView& node)
{
    return normalizeAxis(node.attributes->intOr("axis", 0), node.shape(0).size());
}

// Equal parts; from opset 18 the last may be smaller.
std::vector<int64_t> equalParts(const NodeView& node, int64_t dimension)
{
    const auto parts = static_cast<int64_t>(node.outputs.size());
    const int64_t asked = node.attributes->intOr("num_outputs", parts);
    if (asked != parts) {
        failNode("attribute 'num_outputs' is " + std::to_string(asked) + ", the node has "
            + std::to_string(parts) + " outputs");
    }
    const int64_t part = (dimension + parts - 1) / parts;
    const int64_t last = dimension - part * (parts - 1);
    if (last < 0 || (last != part && node.opset < 18)) {
        failNode("a dimension of " + std::to_string(dimension) + " cannot be split into "
            + std::to_string(parts) + " equal parts");
    }
    std::vector<int64_t> sizes(node.outputs.size(), part);
    sizes.back() = last;
    return sizes;
}

std::vector<int64_t> sizesOf(const NodeView& node)
{
    const int64_t dimension = node.shape(0)[axisOf(node)];
    const auto given = node.optionalInts("split", 1);
    if (!given) {
        return equalParts(node, dimension);
    }
    if (given->size() != node.outputs.size()) {
        failNode("'split' has " + std::to_string(given->size()) + " sizes, the node has "
            + std::to_string(node.outputs.size()) + " outputs");
    }
    int64_t left = dimension;
    for (const int64_t size : *given) {
        if (size < 0 || size > left) {
            failNode("'split' is " + toString(*given) + ", which does not add up to the dimension "
                + std::to_string(dimension));
        }
        left -= size;
    }
    if (left != 0) {
        failNode("'split' is " + toString(*given) + ", which does not add up to the dimension "
            + std::to_string(dimension));
    }
    return *given;
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    const size_t axis = axisOf(node);
    const std::vector<int64_t> sizes = sizesOf(node);
    for (size_t i = 0; i < sizes.size(); ++i) {
        Shape shape = context.shape(0);
        shape[axis] = sizes[i];
        context.setOutput(i, context.type(0), std::move(shape));
    }
}

std::vector<ElementCopy> copiesOf(const NodeView& node)
{
    const size_t axis = axisOf(node);
    const std::vector<int64_t> strides = contiguousStrides(node.shape(0));
    std::vector<ElementCopy> copies;
    int64_t position = 0;
    for (const int64_t size : sizesOf(node)) {
        Shape shape = node.shape(0);
        shape[axis] = size;
        ElementCopy copy = packedCopy(shape, strides, position * strides[axis]);
        copy.output = copies.size();
        copies.push_back(std::move(copy));
        position += size;
    }
    return copies;
}

} // namespace

void registerSplit(Registry& registry)
{
    for (const int64_t version : {1, 18}) {
        registry.add({.name = "Split",
            .sinceVersion = version,
            .maxInputs = 2,
            .maxOutputs = anyCount,
            .infer = infer,
            .lower = lowerCopies<copiesOf>,
            .fold = foldCopies<copiesOf>});
    }
}

} // namespace weightless::ops::movement
