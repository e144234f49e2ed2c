// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/softmax.h"
#include "engine/ops/kernels/softmaxheld.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/rows.h"

namespace weightless::ops::softmax {

namespace {

enum class Kind : uint32_t { Softmax, LogSoftmax, Hardmax }; // numbers as in softmax.comp

struct Rows {
    uint64_t count = 1;
    uint64_t extent = 1;
    uint64_t inner = 1;
};

// Along one axis from opset 13 on; before, along everything from the axis on.
Rows rowsOf(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const bool isFlat = node.opset < 13;
    const int64_t given = node.attributes->intOr("axis", isFlat ? 1 : -1);
    const bool isEnd = isFlat && given == static_cast<int64_t>(x.size()); // a row of one element each
    const size_t axis = isEnd                      ? x.size()
        : x.empty() && (given == 0 || given == -1) ? 0
                                                   : normalizeAxis(given, x.size());
    Rows rows;
    for (size_t i = 0; i < x.size(); ++i) {
        const auto size = static_cast<uint64_t>(x[i]);
        if (i < axis) {
            rows.count *= size;
        } else if (i == axis || isFlat) {
            rows.extent *= size;
        } else {
            rows.count *= size;
            rows.inner *= size;
        }
    }
    return rows;
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    (void)rowsOf(NodeView(context));
    context.setOutput(0, context.type(0), context.shape(0));
}

// The kernel keeps the place of a row's largest element in a float.
constexpr uint64_t mostHardmaxElements = 1u << 24;

struct SoftmaxParameters {
    uint32_t rows, extent, inner;
};

template <Kind kind>
void lower(LoweringContext& context)
{
    const Rows rows = rowsOf(NodeView(context));
    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    if (elements == 0) {
        return;
    }
    if (kind == Kind::Hardmax && rows.extent > mostHardmaxElements) {
        context.unsupported("Hardmax of rows of " + std::to_string(rows.extent) + " elements, at most "
            + std::to_string(mostHardmaxElements) + " are supported");
    }
    const RowShape shape {.rows = rows.count,
        .length = rows.extent,
        .walks = 3,
        .neighbours = rows.inner == 1 ? rows.extent : 1};
    const auto& [kernel, teams] = rowKernel(context, kernels::softmax(),
        kind == Kind::Hardmax ? nullptr : &kernels::softmaxheld(), shape, context.input(0).type());
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernel;
    step.specialization = teams.specialization({static_cast<uint32_t>(kind)});
    step.bindings = {{context.input(0)}, {context.output(0), Access::Write}};
    step.groupCount = teams.groups;
    step.operations = 8 * elements;
    step.parameters = parameterBytes(SoftmaxParameters {static_cast<uint32_t>(rows.count),
        static_cast<uint32_t>(rows.extent), static_cast<uint32_t>(rows.inner)});
    context.dispatch(std::move(step));
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int version : {1, 11, 13}) {
        registry.add(
            {.name = "Softmax", .sinceVersion = version, .infer = infer, .lower = lower<Kind::Softmax>});
        registry.add({.name = "LogSoftmax",
            .sinceVersion = version,
            .infer = infer,
            .lower = lower<Kind::LogSoftmax>});
        registry.add(
            {.name = "Hardmax", .sinceVersion = version, .infer = infer, .lower = lower<Kind::Hardmax>});
    }
}

} // namespace weightless::ops::softmax
