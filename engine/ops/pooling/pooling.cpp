// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/pooling/pooling.h"

#include "engine/base/error.h"
#include "engine/ops/kernels/pool.h"
#include "engine/ops/window.h"

#include <algorithm>
#include <numeric>

namespace weightless::ops::pooling {

namespace {

enum class Kind : uint32_t { Max, Average, AverageWithPads, Lp }; // numbers as in pool.comp

Window windowOfNode(const NodeView& node)
{
    const Shape& x = node.shape(0);
    if (x.size() < 3 || x.size() > 5) {
        failNode("input 0 is " + toString(node.input(0))
            + ", expected [images, channels] and one to three spatial dimensions");
    }
    const auto kernel = node.attributes->ints("kernel_shape");
    if (!kernel) {
        failNode("attribute 'kernel_shape' is required");
    }
    return windowOf(node, Shape(x.begin() + 2, x.end()), *kernel);
}

template <bool isMax>
void infer(InferenceContext& context)
{
    const DataType type = context.type(0);
    if (!isFloat(type) && !(isMax && (type == DataType::Int8 || type == DataType::UInt8))) {
        context.fail("input 0 is " + toString(context.input(0))
            + (isMax ? ", expected a float, int8 or uint8 tensor" : ", expected a float tensor"));
    }
    const Window window = windowOfNode(NodeView(context));
    Shape result {context.shape(0)[0], context.shape(0)[1]};
    result.insert(result.end(), window.out.begin(), window.out.end());
    context.setOutput(0, type, result);
    if (isMax) {
        context.setOutput(1, DataType::Int64, result);
    }
}

struct PoolParameters {
    uint32_t count;
    std::array<uint32_t, 3> inSize, outSize, kernel, strides, dilations, padsBegin, padsEnd;
    float power;
};

// Over every spatial dimension.
void lowerAsReduction(LoweringContext& context, std::string_view reduction)
{
    std::vector<int64_t> axes(context.input(0).shape().size() - 2);
    std::iota(axes.begin(), axes.end(), 2);
    Attributes attributes;
    attributes.set("axes", axes);
    const std::array<std::optional<TensorRef>, 1> inputs {context.input(0)};
    context.lowerAs(reduction, inputs, attributes, std::array {context.output(0)});
}

// The reduction a window does that is its input and nothing else; empty when there is none.
std::string_view reductionOf(const Window& w, Kind kind, const Attributes& attributes)
{
    const auto isNone = [](int64_t pad) { return pad == 0; };
    if (w.kernel != w.in || !std::ranges::all_of(w.padsBegin, isNone)
        || !std::ranges::all_of(w.padsEnd, isNone)) {
        return {};
    }
    if (kind == Kind::Lp) {
        return attributes.intOr("p", 2) == 2 ? "ReduceL2" : "";
    }
    return kind == Kind::Max ? "ReduceMax" : "ReduceMean";
}

template <Kind wanted>
void lower(LoweringContext& context)
{
    const Window w = windowOfNode(NodeView(context));
    const Attributes& attributes = context.attributes();
    const bool countsPads = wanted == Kind::Average && attributes.intOr("count_include_pad", 0) != 0;
    const Kind kind = countsPads ? Kind::AverageWithPads : wanted;
    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    const bool writesIndices = wanted == Kind::Max && context.outputCount() > 1 && context.wantsOutput(1);
    const uint32_t order = attributes.intOr("storage_order", 0) != 0 ? 2 : 1;
    if (const std::string_view reduction = reductionOf(w, wanted, attributes);
        !reduction.empty() && !writesIndices) {
        lowerAsReduction(context, reduction);
        return;
    }
    const std::array<uint32_t, 3> kernel = inThree(w.kernel, 1);
    const uint32_t tapsAtOnce = stepsAtOnce(context.device(), tapRounds(kernel, 1));
    DispatchStep step {.loopRounds = longLoopRounds(tapRounds(kernel, tapsAtOnce))};
    step.kernel = &kernels::pool().forTypes({context.input(0).type()});
    step.specialization = {static_cast<uint32_t>(kind), writesIndices ? order : 0, tapsAtOnce};
    step.bindings = {{context.input(0)}, {context.output(0), Access::Write}};
    if (writesIndices) {
        step.bindings.push_back({context.output(1), Access::Write});
    } else {
        step.bindings.push_back({context.input(0)});
    }
    step.groupCount = linearGroups(elements);
    step.operations = elements
        * std::accumulate(w.kernel.begin(), w.kernel.end(), uint64_t(1),
            [](uint64_t product, int64_t size) { return product * static_cast<uint64_t>(size); });
    step.parameters = parameterBytes(PoolParameters {static_cast<uint32_t>(elements), inThree(w.in, 1),
        inThree(w.out, 1), kernel, inThree(w.strides, 1), inThree(w.dilations, 1), inThree(w.padsBegin, 0),
        inThree(w.padsEnd, 0), static_cast<float>(attributes.intOr("p", 2))});
    context.dispatch(std::move(step));
}

// The Global… operators are reductions over every spatial dimension.
void inferGlobal(InferenceContext& context)
{
    const Shape& x = context.shape(0);
    if (!isFloat(context.type(0)) || x.size() < 3) {
        context.fail("input 0 is " + toString(context.input(0))
            + ", expected a float tensor [images, channels, spatial …]");
    }
    Shape result(x.size(), 1);
    result[0] = x[0];
    result[1] = x[1];
    context.setOutput(0, context.type(0), std::move(result));
}

template <bool isMax>
void lowerGlobal(LoweringContext& context)
{
    lowerAsReduction(context, isMax ? "ReduceMax" : "ReduceMean");
}

std::string_view globalLpReduction(const Attributes& attributes)
{
    const int64_t p = attributes.intOr("p", 2);
    if (p != 1 && p != 2) {
        throw Error(ErrorKind::Unsupported, "attribute 'p' is " + std::to_string(p) + ", expected 1 or 2");
    }
    return p == 1 ? "ReduceL1" : "ReduceL2";
}

void inferGlobalLp(InferenceContext& context)
{
    inferGlobal(context);
    static_cast<void>(globalLpReduction(context.attributes()));
}

void lowerGlobalLp(LoweringContext& context)
{
    lowerAsReduction(context, globalLpReduction(context.attributes()));
}

} // namespace

void registerOperators(Registry& registry)
{
    for (const int version : {1, 8, 10, 11, 12}) {
        registry.add({.name = "MaxPool",
            .sinceVersion = version,
            .maxOutputs = version >= 8 ? 2u : 1u,
            .infer = infer<true>,
            .lower = lower<Kind::Max>});
    }
    for (const int version : {1, 7, 10, 11, 19}) {
        registry.add({.name = "AveragePool",
            .sinceVersion = version,
            .infer = infer<false>,
            .lower = lower<Kind::Average>});
    }
    for (const int version : {2, 11, 18}) {
        registry.add(
            {.name = "LpPool", .sinceVersion = version, .infer = infer<false>, .lower = lower<Kind::Lp>});
    }
    registry.add({.name = "GlobalAveragePool", .infer = inferGlobal, .lower = lowerGlobal<false>});
    registry.add({.name = "GlobalMaxPool", .infer = inferGlobal, .lower = lowerGlobal<true>});
    for (const int version : {2, 22}) {
        registry.add({.name = "GlobalLpPool",
            .sinceVersion = version,
            .infer = inferGlobalLp,
            .lower = lowerGlobalLp});
    }
    registerUnpool(registry);
}

} // namespace weightless::ops::pooling
