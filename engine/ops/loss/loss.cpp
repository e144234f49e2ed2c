// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"
#include "engine/ops/kernels/nll_loss.h"
#include "engine/ops/nodeview.h"

#include <algorithm>

namespace weightless::ops::loss {

namespace {

struct LossParameters {
    uint32_t count;
    uint32_t classes;
    uint32_t inner;
    uint32_t hasWeights;
    uint32_t ignores;
    int32_t ignored;
};

enum class Reduction { None, Sum, Mean };

Reduction reductionOf(const Attributes& attributes)
{
    const std::string name = attributes.stringOr("reduction", "mean");
    if (name != "none" && name != "sum" && name != "mean") {
        failNode("reduction is '" + name + "', expected none, sum or mean");
    }
    return name == "none" ? Reduction::None : name == "sum" ? Reduction::Sum : Reduction::Mean;
}

// Scores [batch, classes, …], classes [batch, …], a weight per class.
void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0)) || context.shape(0).size() < 2) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected floats of rank 2 or more");
    }
    Shape classes = context.shape(0);
    classes.erase(classes.begin() + 1);
    if ((context.type(1) != DataType::Int32 && context.type(1) != DataType::Int64)
        || context.shape(1) != classes) {
        context.fail("input 1 is " + toString(context.input(1)) + ", expected int32 or int64 of shape "
            + toString(classes));
    }
    if (context.hasInput(2)) {
        context.requireSameType(0, 2);
        if (context.shape(2) != Shape {context.shape(0)[1]}) {
            context.fail("the weights are " + toString(context.input(2)) + ", expected one for each of "
                + std::to_string(context.shape(0)[1]) + " classes");
        }
    }
    context.setOutput(
        0, context.type(0), reductionOf(context.attributes()) == Reduction::None ? classes : Shape {});
    context.setOutput(1, context.type(0), context.shape(0));
}

// In fp32 whatever the scores are: sums of many losses.
void lowerLoss(LoweringContext& context, const TensorRef& scores)
{
    const TensorRef classes = context.input(1);
    const DataType type = scores.type() == DataType::Float64 ? DataType::Float64 : DataType::Float32;
    const TensorRef losses = context.temporary({type, classes.shape()});
    const TensorRef shares = context.temporary({type, classes.shape()});
    const auto count = static_cast<uint64_t>(classes.elements());
    const bool hasWeights = context.hasInput(2);
    // A number that 32 bits cannot hold is no class that a tensor can have.
    const int64_t ignored = context.attributes().intOr("ignore_index", 0);
    const bool ignores =
        context.attributes().has("ignore_index") && ignored >= INT32_MIN && ignored <= INT32_MAX;
    const auto batch = static_cast<uint64_t>(std::max<int64_t>(scores.shape()[0], 1));
    context.dispatch({.kernel = &kernels::nll_loss().forTypes({scores.type(), classes.type()}),
        .loopRounds = fewLoopRounds,
        .bindings = {{scores, Access::Read}, {classes, Access::Read},
            {hasWeights ? context.input(2) : scores, Access::Read}, {losses, Access::Write},
            {shares, Access::Write}},
        .parameters = parameterBytes(LossParameters {.count = static_cast<uint32_t>(count),
            .classes = static_cast<uint32_t>(scores.shape()[1]),
            .inner = static_cast<uint32_t>(std::max<uint64_t>(count / batch, 1)),
            .hasWeights = hasWeights ? 1u : 0u,
            .ignores = ignores ? 1u : 0u,
            .ignored = ignores ? static_cast<int32_t>(ignored) : 0}),
        .groupCount = linearGroups(count),
        .operations = count});
    const Reduction reduction = reductionOf(context.attributes());
    Composer compose(context);
    TensorRef result = losses;
    if (reduction != Reduction::None) {
        const Attributes all = attributesWith("keepdims", int64_t {0});
        result = compose.add("ReduceSum", {losses}, all);
        if (reduction == Reduction::Mean) {
            result = compose.add("Div", {result, compose.add("ReduceSum", {shares}, all)});
        }
    }
    context.aliasOutput(0, compose.cast(result, context.output(0).type()));
}

void lowerLikelihood(LoweringContext& context)
{
    lowerLoss(context, context.input(0));
}

void lowerCrossEntropy(LoweringContext& context)
{
    const TensorRef scores = context.input(0);
    Attributes attributes;
    attributes.set("axes", std::vector<int64_t> {1});
    attributes.set("keepdims", int64_t {1});
    Composer compose(context);
    const TensorRef totals = compose.add("ReduceLogSumExp", {scores}, attributes);
    const bool wantsLogs = context.outputCount() > 1 && context.wantsOutput(1);
    const TensorRef logs = wantsLogs ? context.output(1) : context.temporary(scores.descriptor);
    compose.addTo(logs, "Sub", {scores, totals});
    if (context.wantsOutput(0)) {
        lowerLoss(context, logs);
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "NegativeLogLikelihoodLoss",
        .sinceVersion = 12,
        .minInputs = 2,
        .maxInputs = 3,
        .infer = infer,
        .lower = lowerLikelihood});
    registry.add({.name = "SoftmaxCrossEntropyLoss",
        .sinceVersion = 12,
        .minInputs = 2,
        .maxInputs = 3,
        .maxOutputs = 2,
        .infer = infer,
        .lower = lowerCrossEntropy});
}

} // namespace weightless::ops::loss
