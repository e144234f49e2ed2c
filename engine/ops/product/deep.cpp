// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/deep.h"

#include "engine/base/bytes.h"
#include "engine/ops/turns.h"

#include <algorithm>
#include <vector>

namespace weightless::ops::product {

namespace {

// Every kernel takes at least as many steps along the depth per loop round when asked to.
constexpr uint64_t stepsPerRound = 8;

uint64_t tapsOf(const Product& p)
{
    return p.transposedB ? 1 : uint64_t(p.tapRows) * p.tapColumns;
}

// What an invocation walks in one launch: whole channels, one at least, however many taps they have.
uint64_t depthInTurn(const vulkan::DeviceTraits& device, uint64_t taps)
{
    const uint64_t rounds = mostRoundsInTurn(devicePolicy(device)) / stepsPerRound;
    return std::max(rounds, taps) / taps * taps * stepsPerRound;
}

TensorRef cast(LoweringContext& context, const TensorRef& from, const TensorRef& to)
{
    Attributes attributes;
    attributes.set("to", static_cast<int64_t>(to.type()));
    const std::array<std::optional<TensorRef>, 1> inputs {from};
    context.lowerAs("Cast", inputs, attributes, std::array {to});
    return to;
}

TensorRef widened(LoweringContext& context, const TensorRef& tensor)
{
    return tensor.type() == DataType::Float32
        ? tensor
        : cast(context, tensor, context.temporary({DataType::Float32, tensor.shape()}));
}

void dispatchWidened(LoweringContext& context, const Product& p)
{
    const uint64_t written = p.batchOuter * p.batchInner * p.rows * (p.columns / p.paddedWidth) * p.width;
    if (written != static_cast<uint64_t>(p.c.elements())) {
        context.unsupported("a product of depth " + std::to_string(p.depth) + " in " + toString(p.c.type())
            + " that writes parts of its result");
    }
    Product q = p;
    q.a = widened(context, p.a);
    q.b = widened(context, p.b);
    q.c = context.temporary({DataType::Float32, p.c.shape()});
    if (p.bias) {
        q.bias = widened(context, *p.bias);
    }
    if (p.residual) {
        q.residual = widened(context, *p.residual);
    }
    dispatchDeep(context, q);
    cast(context, q.c, p.c);
}

// A scaled bias with nothing to add.
TensorRef factorsAlone(LoweringContext& context, const TensorRef& bias, bool hasSlopes)
{
    const int64_t count = bias.elements() / (hasSlopes ? 3 : 2);
    const TensorDescriptor row {bias.type(), {1, count}};
    const TensorRef result = context.temporary({bias.type(), {hasSlopes ? 3 : 2, count}});
    Attributes attributes;
    attributes.set("axis", int64_t {0});
    std::vector<std::optional<TensorRef>> inputs {
        context.view(bias, row), context.constant(makeHostTensor(row))};
    if (hasSlopes) {
        inputs.emplace_back(context.view(bias, row, 2 * static_cast<uint64_t>(count)));
    }
    context.lowerAs("Concat", inputs, attributes, std::array {result});
    return result;
}

} // namespace

bool isDeepForOne(const vulkan::DeviceTraits& device, const Product& p)
{
    return bitWidth(p.c.type()) != 16 && p.depth > depthInTurn(device, tapsOf(p));
}

bool isDeep(const vulkan::DeviceTraits& device, const Product& p)
{
    return roundsOf(ceilDivide(p.depth, stepsPerRound)) > mostSteps(device);
}

void dispatchDeep(LoweringContext& context, const Product& p)
{
    const uint64_t taps = tapsOf(p);
    const uint64_t inTurn = depthInTurn(context.device(), taps);
    const uint64_t rounds = std::min(mostSteps(context.device()) - 1, inTurn / stepsPerRound);
    const uint64_t part = rounds / taps * taps * stepsPerRound;
    if (part == 0) {
        context.unsupported("a product with " + std::to_string(taps) + " taps, and device '"
            + context.device().name + "' makes at most " + std::to_string(context.device().maxLoopRounds)
            + " loop rounds");
    }
    if (bitWidth(p.c.type()) == 16) {
        dispatchWidened(context, p);
        return;
    }
    std::optional<TensorRef> factors;
    if (p.bias && (p.biasKind == BiasKind::PerRowScaled || p.biasKind == BiasKind::PerColumnScaled)) {
        factors = factorsAlone(context, *p.bias, p.epilogue.activation == Activation::Sloped);
    }
    TensorRef before; // of the parts so far; not where this part goes: kernels read residuals in texels
    for (uint64_t k = 0; k < p.depth; k += part) {
        Product q = p;
        q.depth = std::min(part, p.depth - k);
        const bool isLast = k + q.depth == p.depth;
        q.c = isLast ? p.c : context.temporary({p.c.type(), p.c.shape()});
        q.a = context.viewFrom(p.a, k);
        q.b = context.viewFrom(p.b, p.transposedB ? k : k / taps * p.channelStride);
        if (k > 0) {
            q.bias = factors;
            q.residual = before;
            q.residualScale = 1;
        }
        if (!isLast) {
            q.epilogue = {};
        }
        dispatchProduct(context, q);
        before = q.c;
    }
}

} // namespace weightless::ops::product
