// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/addnorm.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/addnormheld.h"
#include "engine/ops/kernels/rownormgroups.h"
#include "engine/ops/normalization/normalization.h"
#include "engine/ops/rows.h"

#include <algorithm>

// weightless.AddLayerNormalization: x + skip, normalised as LayerNormalization does, or with `simplified` = 1
// as SimplifiedLayerNormalization. Inputs: x, skip (which broadcasts to x), scale, bias. Outputs: the rows,
// the sum, and then the other outputs of that operator.
namespace weightless::ops::normalization {

namespace {

bool isSimplified(const Attributes& attributes)
{
    return attributes.intOr("simplified", 0) != 0;
}

void infer(InferenceContext& context)
{
    const Shape& x = context.shape(0);
    context.requireSameType(0, 1);
    if (!isFloat(context.type(0)) || broadcast(context.shape(1), x) != x) {
        context.fail("the inputs are " + toString(context.input(0)) + " and " + toString(context.input(1))
            + ", expected floats and what broadcasts to them");
    }
    const LayerRows rows = layerRows(NodeView(context));
    for (size_t i = 2; i < context.inputCount(); ++i) {
        if (context.hasInput(i)
            && (elementCount(context.shape(i)) != elementCount(rows.normalized)
                || broadcast(context.shape(i), rows.normalized) != rows.normalized)) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i)) + ", expected "
                + toString(rows.normalized));
        }
    }
    context.setOutput(0, context.type(0), x);
    context.setOutput(1, context.type(0), x);
    context.setOutput(2, DataType::Float32, rows.statistics);
    context.setOutput(3, DataType::Float32, rows.statistics);
}

// Skip's elements are whole rows of x, which repeat from the first one on.
bool repeatsRows(const Shape& skip, const Shape& x, int64_t extent)
{
    const auto begin = std::ranges::find_if(skip, [](int64_t dim) { return dim != 1; });
    const auto rank = skip.end() - begin;
    return elementCount(skip).value_or(0) % extent == 0 && std::equal(begin, skip.end(), x.end() - rank);
}

void lowerApart(LoweringContext& context, const TensorRef& sum)
{
    Composer(context).addTo(sum, "Add", {context.input(0), context.input(1)});
    std::vector<std::optional<TensorRef>> inputs {sum, context.input(2)};
    if (context.hasInput(3)) {
        inputs.emplace_back(context.input(3));
    }
    std::vector<TensorRef> outputs {context.output(0)};
    for (size_t i = 2; i < context.outputCount(); ++i) {
        outputs.push_back(context.output(i));
    }
    context.lowerAs(
        isSimplified(context.attributes()) ? "SimplifiedLayerNormalization" : "LayerNormalization", inputs,
        context.attributes(), outputs);
}

struct AddNormParameters {
    uint32_t rows, extent, skipRows;
    float epsilon;
};

void dispatch(LoweringContext& context, uint64_t extent)
{
    const TensorRef x = context.input(0);
    const TensorRef skip = context.input(1);
    const auto rows = static_cast<uint64_t>(x.elements()) / extent;
    const auto& [kernel, teams] = rowKernel(context, kernels::addnorm(), &kernels::addnormheld(),
        {.rows = rows, .length = extent, .walks = 3, .neighbours = extent}, x.type());
    const bool hasBias = context.hasInput(3);
    const bool writesSum = context.outputCount() > 1 && context.wantsOutput(1);
    Composer compose(context);
    DispatchStep step {.loopRounds = teams.loopRounds};
    step.kernel = &kernel;
    step.specialization = teams.specialization(
        {hasBias ? 1u : 0u, isSimplified(context.attributes()) ? 0u : 1u, writesSum ? 1u : 0u});
    step.bindings = {{x}, {skip}, {compose.cast(context.input(2), x.type())},
        {hasBias ? compose.cast(context.input(3), x.type()) : x}, {context.output(0), Access::Write},
        writesSum ? TensorBinding {context.output(1), Access::Write} : TensorBinding {x}};
    step.groupCount = teams.groups;
    step.operations = 9 * rows * extent;
    // A lane reads and writes the same elements of its row; but of a single row, scale and bias are as large
    // as the sums, and are read after those were written.
    step.isElementwise = rows > 1;
    step.parameters = parameterBytes(AddNormParameters {static_cast<uint32_t>(rows),
        static_cast<uint32_t>(extent), static_cast<uint32_t>(static_cast<uint64_t>(skip.elements()) / extent),
        context.attributes().floatOr("epsilon", 1e-5f)});
    context.dispatch(std::move(step));
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    if (x.elements() == 0) {
        return;
    }
    const int64_t extent = elementCount(layerRows(NodeView(context)).normalized).value_or(0);
    // Software devices read in texels, but not what the same launch writes.
    const bool suitsApart =
        suitsGroups(context, kernels::rownormgroups(), x.type()) && extent % int64_t {groupElements} == 0;
    if (!suitsApart && context.outputCount() <= 2
        && repeatsRows(context.input(1).shape(), x.shape(), extent)) {
        dispatch(context, static_cast<uint64_t>(extent));
        return;
    }
    const bool wantsSum = context.outputCount() > 1 && context.wantsOutput(1);
    lowerApart(context, wantsSum ? context.output(1) : context.temporary(x.descriptor));
}

} // namespace

void registerAddNorm(Registry& registry)
{
    registry.add({.name = "AddLayerNormalization",
        .minInputs = 3,
        .maxInputs = 4,
        .maxOutputs = 4,
        .infer = infer,
        .lower = lower,
        .domain = "weightless"});
}

} // namespace weightless::ops::normalization
