// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/trilu.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cstring>

namespace weightless::ops::trilu {

namespace {

struct TriluParameters {
    uint32_t count;
    uint32_t rows;
    uint32_t columns;
    uint32_t diagonal; // a signed number in the shader
    uint32_t upper;
};

// Clamped to where further diagonals change nothing.
int64_t diagonalOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const int64_t most = shape[shape.size() - 2] + shape.back();
    if (!node.hasInput(1)) {
        return 0;
    }
    const std::vector<int64_t> given = node.ints(1, "k");
    if (given.size() != 1) {
        failNode("input 'k' is " + toString(node.input(1)) + ", expected a scalar");
    }
    return std::clamp(given[0], -most, most);
}

void infer(InferenceContext& context)
{
    if (context.shape(0).size() < 2) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected rank 2 or more");
    }
    static_cast<void>(diagonalOf(NodeView(context)));
    context.setOutput(0, context.type(0), context.shape(0));
}

void lower(LoweringContext& context)
{
    const TensorRef result = context.output(0);
    const Shape& shape = result.shape();
    const auto count = static_cast<uint64_t>(result.elements());
    const TriluParameters parameters {.count = static_cast<uint32_t>(count),
        .rows = static_cast<uint32_t>(shape[shape.size() - 2]),
        .columns = static_cast<uint32_t>(shape.back()),
        .diagonal = static_cast<uint32_t>(diagonalOf(NodeView(context))),
        .upper = context.attributes().intOr("upper", 1) != 0 ? 1u : 0u};
    context.dispatch({.kernel = &kernels::trilu().forWidthOf(result.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{context.input(0), Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(count),
        .operations = count});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor result = *context.inputs[0];
    const Shape& shape = result.descriptor.shape;
    const int64_t rows = shape[shape.size() - 2];
    const int64_t columns = shape.back();
    const int64_t diagonal = diagonalOf(NodeView(context));
    const bool upper = context.attributes.intOr("upper", 1) != 0;
    const size_t width = bitWidth(result.descriptor.type) / 8;
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const int64_t distance = i % columns - i / columns % rows;
        if (upper ? distance < diagonal : distance > diagonal) {
            std::memset(result.bytes.data() + static_cast<size_t>(i) * width, 0, width);
        }
    }
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    Operator trilu {
        .name = "Trilu", .sinceVersion = 14, .maxInputs = 2, .infer = infer, .lower = lower, .fold = fold};
    registry.add(trilu);
    trilu.sinceVersion = 1;
    trilu.domain = "com.microsoft"; // the same, from before ai.onnx had it
    registry.add(trilu);
}

} // namespace weightless::ops::trilu
