// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/composer.h"
#include "engine/ops/experts/mixture.h"
#include "engine/ops/experts/products.h"
#include "engine/ops/kernels/experts_activate.h"
#include "engine/ops/kernels/experts_choose.h"
#include "engine/ops/kernels/experts_mix.h"
#include "engine/ops/rows.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>

namespace weightless::ops::experts {

namespace {

struct ChooseParameters {
    uint32_t tokens, experts, chosenPerToken;
};

struct ActivateParameters {
    uint32_t count, width, experts, tileRows, tileStride;
    float unscale, alpha, beta, limit;
};

struct MixParameters {
    uint32_t count, width, experts, chosenPerToken;
    float unscale;
};

TensorRef inputOr(const LoweringContext& context, size_t index, const TensorRef& otherwise)
{
    return context.hasInput(index) ? context.input(index) : otherwise;
}

// A part of the tokens that are worked on at once.
struct Part {
    int64_t first;
    int64_t tokens;
};

TensorRef from(LoweringContext& context, const TensorRef& tensor, const Part& part, int64_t perToken)
{
    return context.viewFrom(tensor, static_cast<uint64_t>(part.first * perToken));
}

struct Choice {
    TensorRef experts; // [tokens, chosen], uint32
    TensorRef weights; // float32
};

Choice choose(LoweringContext& context, const Mixture& mixture, const Part& part)
{
    const TensorRef scores = from(context, context.input(Scores), part, mixture.experts);
    const bool isGiven = mixture.weighing == Weighing::Given;
    const TensorRef given =
        isGiven ? from(context, context.input(GivenWeights), part, mixture.experts) : scores;
    const Shape shape {part.tokens, mixture.chosen};
    Choice choice {.experts = context.temporary({DataType::UInt32, shape}),
        .weights = context.temporary({DataType::Float32, shape})};
    const auto tokens = static_cast<uint64_t>(part.tokens);
    const auto experts = static_cast<uint64_t>(mixture.experts);
    const auto walks = 2 * static_cast<uint64_t>(mixture.chosen) + 1;
    const RowTeams teams =
        rowTeams(context, {.rows = tokens, .length = experts, .walks = walks, .neighbours = experts});
    context.dispatch({.kernel = &kernels::experts_choose().forTypes({scores.type()}),
        .loopRounds = teams.loopRounds,
        .specialization =
            teams.specialization({static_cast<uint32_t>(mixture.weighing), mixture.isNormalized ? 1u : 0u}),
        .bindings = {{scores}, {given}, {choice.experts, Access::Write}, {choice.weights, Access::ReadWrite}},
        .parameters = parameterBytes(ChooseParameters {.tokens = narrowed(part.tokens),
            .experts = narrowed(mixture.experts),
            .chosenPerToken = narrowed(mixture.chosen)}),
        .groupCount = teams.groups,
        .operations = 4 * tokens * experts * walks});
    return choice;
}

// `first` and `linear` are what the products yield; `linear` is `first` where it has no product of its own.
TensorRef activate(LoweringContext& context, const Mixture& mixture, const Choice& choice, const Route& route,
    const TensorRef& first, const TensorRef& linear)
{
    TensorRef y = context.temporary({context.output(0).type(), {route.rows(), mixture.width}});
    const bool hasLinearBias =
        mixture.linearPart == LinearPart::Second && context.hasInput(mixture.linear.bias);
    const uint32_t hasFirstBias = context.hasInput(mixture.first.bias) ? 1 : 0;
    const auto count = static_cast<uint64_t>(y.elements());
    context.dispatch({.kernel = &kernels::experts_activate().forTypes({first.type(), y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {static_cast<uint32_t>(mixture.activation),
            static_cast<uint32_t>(mixture.linearPart), hasFirstBias, hasLinearBias ? 1u : 0u},
        .bindings = {{first}, {linear}, {inputOr(context, mixture.first.bias, first)},
            {hasLinearBias ? context.input(mixture.linear.bias) : first},
            {route.order ? route.tensor : choice.experts}, {y, Access::Write}},
        .parameters = parameterBytes(ActivateParameters {.count = static_cast<uint32_t>(count),
            .width = narrowed(mixture.width),
            .experts = narrowed(mixture.experts),
            .tileRows = route.order ? route.tileRows : 1,
            .tileStride = route.order ? route.tileStride() : 1,
            .unscale = 1 / productScale(first.type()),
            .alpha = mixture.alpha,
            .beta = mixture.beta,
            .limit = mixture.limit}),
        .groupCount = linearGroups(count),
        .operations = 16 * count});
    return y;
}

void mix(LoweringContext& context, const Mixture& mixture, const Part& part, const Choice& choice,
    const Route& route, const TensorRef& results)
{
    const TensorRef y = from(context, context.output(0), part, mixture.hidden);
    const auto count = static_cast<uint64_t>(part.tokens * mixture.hidden);
    const auto chosen = static_cast<uint64_t>(mixture.chosen);
    context.dispatch({.kernel = &kernels::experts_mix().forTypes({results.type(), y.type()}),
        .loopRounds = longLoopRounds(roundsOf(chosen)),
        .specialization = {context.hasInput(mixture.second.bias) ? 1u : 0u, route.order ? 1u : 0u},
        .bindings = {{results}, {inputOr(context, mixture.second.bias, results)}, {choice.experts},
            {choice.weights}, {route.order ? route.order->rows : choice.experts}, {y, Access::Write}},
        .parameters = parameterBytes(MixParameters {.count = static_cast<uint32_t>(count),
            .width = narrowed(mixture.hidden),
            .experts = narrowed(mixture.experts),
            .chosenPerToken = narrowed(mixture.chosen),
            .unscale = 1 / productScale(results.type())}),
        .groupCount = linearGroups(count),
        .operations = 3 * count * chosen});
}

// Sorted pairs have rows of their own.
Operand tokensOf(LoweringContext& context, const Mixture& mixture, const Part& part, const Route& route)
{
    const TensorRef tokens =
        context.view(context.input(Tokens), {context.input(Tokens).type(), {part.tokens, mixture.hidden}},
            static_cast<uint64_t>(part.first * mixture.hidden));
    if (!route.order) {
        return {.rows = tokens, .count = part.tokens, .pairsPerRow = mixture.chosen};
    }
    return {.rows = Composer(context).add("Gather", {tokens, route.order->tokens}),
        .count = route.rows(),
        .pairsPerRow = 1};
}

void lowerPart(LoweringContext& context, const Mixture& mixture, const Part& part)
{
    const Choice choice = choose(context, mixture, part);
    const Route route = routeOf(context, mixture, choice.experts);
    const Operand tokens = tokensOf(context, mixture, part, route);
    const TensorRef first = multiply(context, mixture, route, mixture.first, tokens);
    const TensorRef linear = mixture.linearPart == LinearPart::Second
        ? multiply(context, mixture, route, mixture.linear, tokens)
        : first;
    const TensorRef between = activate(context, mixture, choice, route, first, linear);
    const Operand rows {.rows = between, .count = route.rows(), .pairsPerRow = 1};
    mix(context, mixture, part, choice, route, multiply(context, mixture, route, mixture.second, rows));
}

} // namespace

void lowerMixture(LoweringContext& context, const Mixture& mixture)
{
    const int64_t atOnce = tokensAtOnce(context, mixture);
    for (int64_t first = 0; first < mixture.tokens; first += atOnce) {
        lowerPart(context, mixture, {.first = first, .tokens = std::min(atOnce, mixture.tokens - first)});
    }
}

} // namespace weightless::ops::experts
