// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/ngram_block.h"
#include "engine/ops/operator.h"

#include <algorithm>

// com.microsoft.NGramRepeatBlock: no word may make the last ones and itself a sequence that was there before.
namespace weightless::ops::ngram {

namespace {

enum Input : size_t { Words, Scores };

struct BlockParameters {
    uint32_t count, places, length, vocabulary, before;
};

void infer(InferenceContext& context)
{
    const int64_t size = context.attributes().intOr("ngram_size", 0);
    if (size < 1) {
        context.fail("attribute 'ngram_size' is " + std::to_string(size) + ", expected 1 or more");
    }
    if (context.type(Words) != DataType::Int64 || context.shape(Words).size() != 2) {
        context.fail("the words are " + toString(context.input(Words)) + ", expected int64 of rank 2");
    }
    const Shape& scores = context.shape(Scores);
    if (context.type(Scores) != DataType::Float32 || scores.size() != 2
        || scores[0] != context.shape(Words)[0]) {
        context.fail("the scores are " + toString(context.input(Scores)) + ", expected float32["
            + std::to_string(context.shape(Words)[0]) + ", vocabulary]");
    }
    context.setOutput(0, DataType::Float32, scores);
}

void lower(LoweringContext& context)
{
    const TensorRef words = context.input(Words);
    const TensorRef y = context.output(0);
    const int64_t size = context.attributes().intOr("ngram_size", 0);
    const int64_t length = words.shape()[1];
    const int64_t places = std::max<int64_t>(length - size + 1, 0);
    if (y.elements() == 0) {
        return;
    }
    context.copy(context.input(Scores), y);
    if (places == 0) {
        return;
    }
    const auto before = static_cast<uint64_t>(size - 1);
    const uint32_t atOnce = stepsAtOnce(context.device(), roundsOf(before));
    const auto count = static_cast<uint64_t>(places * words.shape()[0]);
    context.dispatch({.kernel = &kernels::ngram_block().forTypes({y.type(), words.type()}),
        .loopRounds = longLoopRounds(roundsOf((before + atOnce - 1) / atOnce)),
        .specialization = {atOnce},
        .bindings = {{words}, {y, Access::ReadWrite}},
        .parameters = parameterBytes(BlockParameters {.count = static_cast<uint32_t>(count),
            .places = static_cast<uint32_t>(places),
            .length = static_cast<uint32_t>(length),
            .vocabulary = static_cast<uint32_t>(y.shape()[1]),
            .before = static_cast<uint32_t>(before)}),
        .groupCount = linearGroups(count),
        .operations = count * size_t {2} * std::max<uint64_t>(before, 1)});
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "NGramRepeatBlock",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
}

} // namespace weightless::ops::ngram
