// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformer.h"

#include "engine/ops/kernels/cache_mask.h"
#include "engine/ops/kernels/rotary.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::ops::transformer {

namespace {

struct RotaryParameters {
    uint32_t count, steps, heads, size, rotated, positionCount, offset;
    std::array<uint32_t, 3> from, to;
};

struct MaskParameters {
    uint32_t count, heads, steps, places, before, window, biasBatch, biasHead, biasStep;
    float hidden;
};

// Finite, so that a step that sees nothing yields numbers.
float hiddenScore(DataType type)
{
    return type == DataType::Float16 ? -65504.0f : -1e30f;
}

} // namespace

void requireCountable(const NodeView& node)
{
    constexpr int64_t most = int64_t {1} << 32;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (std::ranges::any_of(node.inputs[i].shape, [](int64_t size) { return size > most; })) {
            failNode("input " + std::to_string(i) + " is " + toString(node.inputs[i])
                + ", with more than 4294967296 in one dimension");
        }
    }
}

void dispatchRotary(LoweringContext& context, const HeadSizes& sizes, const std::optional<Rotation>& rotation,
    const TensorRef& x, const HeadStrides& from, const TensorRef& y, const HeadStrides& to)
{
    const auto count = static_cast<uint64_t>(sizes.elements());
    const Shape table = rotation ? rotation->cosines.shape() : Shape {1, 0};
    const uint64_t read = bytesLookedUp(x.type(),
        static_cast<uint64_t>(sizes.batch * sizes.steps * sizes.heads), static_cast<uint64_t>(table[1]));
    context.dispatch({.kernel = &kernels::rotary().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {rotation ? static_cast<uint32_t>(rotation->kind) : 0u,
            rotation && rotation->isInterleaved ? 1u : 0u},
        .bindings = {{x}, {rotation ? rotation->positions : x},
            {rotation ? rotation->cosines : x, Access::Read, read},
            {rotation ? rotation->sines : x, Access::Read, read}, {y, Access::Write}},
        .parameters = parameterBytes(RotaryParameters {.count = narrowed(sizes.elements()),
            .steps = narrowed(sizes.steps),
            .heads = narrowed(sizes.heads),
            .size = narrowed(sizes.size),
            .rotated = narrowed(2 * table[1]),
            .positionCount = narrowed(table[0]),
            .offset = narrowed(from.offset),
            .from = {narrowed(from.batch), narrowed(from.step), narrowed(from.head)},
            .to = {narrowed(to.batch), narrowed(to.step), narrowed(to.head)}}),
        .groupCount = linearGroups(count),
        .operations = 4 * count});
}

TensorRef causalMask(LoweringContext& context, const Mask& mask, DataType type)
{
    const TensorRef y = context.temporary({type, {mask.batch, mask.heads, mask.steps, mask.places}});
    const auto count = static_cast<uint64_t>(y.elements());
    MaskParameters parameters {.count = narrowed(y.elements()),
        .heads = narrowed(mask.heads),
        .steps = narrowed(mask.steps),
        .places = narrowed(mask.places),
        .before = narrowed(mask.before),
        .window = narrowed(std::max<int64_t>(mask.window, 0)),
        .biasBatch = 0,
        .biasHead = 0,
        .biasStep = narrowed(mask.places),
        .hidden = hiddenScore(type)};
    if (mask.bias) {
        const Shape& bias = mask.bias->shape();
        parameters.biasHead = bias[1] == 1 ? 0 : narrowed(mask.steps * mask.places);
        parameters.biasBatch = bias[0] == 1 ? 0 : narrowed(bias[1] * mask.steps * mask.places);
    }
    context.dispatch({.kernel = &kernels::cache_mask().forTypes({type}),
        .loopRounds = fewLoopRounds,
        .specialization = {mask.lengths ? 1u : 0u, mask.bias ? 1u : 0u, mask.window > 0 ? 1u : 0u,
            mask.isCausal ? 1u : 0u},
        .bindings = {{mask.lengths.value_or(y)}, {mask.bias.value_or(y)}, {y, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(count),
        .operations = 4 * count});
    return y;
}

void attend(LoweringContext& context, const Scores& s, const TensorRef& output)
{
    Composer compose(context);
    if (!s.sink) {
        Attributes attributes = attributesWith("scale", s.scale);
        attributes.set("softcap", std::abs(s.softcap));
        attributes.set("headsInside", int64_t {s.headsInside});
        if (s.causal) {
            attributes.set("causalSteps", s.causal->steps);
            attributes.set("causalBefore", s.causal->before);
        }
        compose.addTo(output, "Attention",
            {s.q, s.k, s.v, s.mask, s.causal ? s.causal->lengths : std::nullopt}, attributes);
        return;
    }
    const DataType type = s.q.type();
    const auto number = [&](float value) { return compose.number(static_cast<double>(value), type); };
    const float capped = s.softcap == 0 ? s.scale : s.scale / s.softcap;
    TensorRef scores = compose.add("TransposedMatMul", {s.q, s.k}, attributesWith("alpha", capped));
    if (s.softcap != 0) {
        scores = compose.add("Mul", {compose.add("Tanh", {scores}), number(s.softcap)});
    }
    if (s.mask) {
        scores = compose.add("Add", {scores, *s.mask});
    }
    const Attributes lastAxis = attributesWith("axis", int64_t {3});
    const int64_t places = scores.shape()[3];
    if (s.sink) {
        scores = compose.add("Concat", {scores, *s.sink}, lastAxis);
    }
    TensorRef weights = compose.add("Softmax", {scores}, lastAxis);
    if (s.sink) {
        weights = compose.slice(weights, 3, 0, places);
    }
    compose.addTo(output, "MatMul", {weights, s.v});
}

float scaleOf(const Attributes& attributes, int64_t headSize)
{
    const float given = attributes.floatOr("scale", 0.0f);
    return given != 0 ? given : 1.0f / std::sqrt(static_cast<float>(headSize));
}

void registerOperators(Registry& registry)
{
    registerRotary(registry);
    registerRotateHalf(registry);
    registerGroupQuery(registry);
    registerMultiHead(registry);
    registerSelfAttention(registry);
    registerOnnxRotary(registry);
    registerPackedAttention(registry);
    registerQuantizedAttention(registry);
}

} // namespace weightless::ops::transformer
