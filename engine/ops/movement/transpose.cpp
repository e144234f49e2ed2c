// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movement.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <numeric>

namespace weightless::ops::movement {

namespace {

// The attribute, or all axes reversed.
std::vector<int64_t> permutationOf(const NodeView& node)
{
    const size_t rank = node.shape(0).size();
    if (const auto given = node.attributes->ints("perm")) {
        return *given;
    }
    std::vector<int64_t> reversed(rank);
    std::iota(reversed.rbegin(), reversed.rend(), int64_t {0});
    return reversed;
}

void infer(InferenceContext& context)
{
    const Shape& shape = context.shape(0);
    const std::vector<int64_t> permutation = permutationOf(NodeView(context));
    if (permutation.size() != shape.size()) {
        context.fail("attribute 'perm' has " + std::to_string(permutation.size()) + " axes, input 0 is "
            + toString(context.input(0)));
    }
    Shape result;
    for (const size_t axis : context.normalizedAxes(permutation, shape.size())) {
        result.push_back(shape[axis]);
    }
    context.setOutput(0, context.type(0), std::move(result));
}

std::vector<ElementCopy> copiesOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const std::vector<int64_t> strides = contiguousStrides(shape);
    Shape permutedShape;
    std::vector<int64_t> permutedStrides;
    for (const int64_t axis : permutationOf(node)) {
        const size_t index = normalizeAxis(axis, shape.size());
        permutedShape.push_back(shape[index]);
        permutedStrides.push_back(strides[index]);
    }
    return {packedCopy(permutedShape, std::move(permutedStrides))};
}

} // namespace

void registerTranspose(Registry& registry)
{
    registry.add(
        {.name = "Transpose", .infer = infer, .lower = lowerCopies<copiesOf>, .fold = foldCopies<copiesOf>});
}

} // namespace weightless::ops::movement
