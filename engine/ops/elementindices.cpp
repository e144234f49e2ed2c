// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementindices.h"

#include "engine/ops/indices.h"

namespace weightless::ops {

size_t indexedAxis(const NodeView& node)
{
    return normalizeAxis(node.attributes->intOr("axis", 0), node.shape(0).size());
}

void requireElementIndices(const InferenceContext& context)
{
    const Shape& data = context.shape(0);
    const Shape& indices = context.shape(1);
    const size_t axis = indexedAxis(NodeView(context));
    requireIndices(context, 1, {&data[axis], 1});
    context.requireRank(1, data.size());
    for (size_t d = 0; d < data.size(); ++d) {
        if (d != axis && indices[d] > data[d]) {
            context.fail("input 1 is " + toString(context.input(1)) + ", larger than input 0 of "
                + toString(context.input(0)) + " in dimension " + std::to_string(d));
        }
    }
}

StridedLoop indexedElements(const NodeView& node)
{
    std::vector<int64_t> strides = contiguousStrides(node.shape(0));
    strides[indexedAxis(node)] = 0;
    return {node.shape(1), {contiguousStrides(node.shape(1)), std::move(strides)}};
}

} // namespace weightless::ops
