// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/pooling/pooling.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/pool.h"
#include "engine/ops/kernels/poolgroups.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/product/problem.h"
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
    return windowOf(node, Shape(x.begin() + 2, x.end()), *kernel, true);
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
void lowerAsReduction(
    LoweringContext& context, std::string_view reduction, const TensorRef& x, const TensorRef& y)
{
    std::vector<int64_t> axes(x.shape().size() - 2);
    std::iota(axes.begin(), axes.end(), 2);
    Attributes attributes;
    attributes.set("axes", axes);
    context.lowerAs(reduction, std::array {std::optional(x)}, attributes, std::array {y});
}

// The reduction a window does that is its input and nothing else; empty when there is none.
std::string_view reductionOf(const Window& w, Kind kind, const Attributes& attributes)
{
    const auto isNone = [](int64_t pad) { return pad == 0; };
    const bool isSpread = !std::ranges::equal(
        w.kernel, w.dilations, [](int64_t taps, int64_t dilation) { return taps == 1 || dilation == 1; });
    if (w.kernel != w.in || isSpread || !std::ranges::all_of(w.padsBegin, isNone)
        || !std::ranges::all_of(w.padsEnd, isNone)) {
        return {};
    }
    if (kind == Kind::Lp) {
        return attributes.intOr("p", 2) == 2 ? "ReduceL2" : "";
    }
    return kind == Kind::Max ? "ReduceMax" : "ReduceMean";
}

struct Pool {
    Kind kind = Kind::Max;
    uint32_t indexOrder = 0; // of the second output, as in pool.comp; 0: nobody wants it
    PoolParameters parameters {};
    TensorRef x {};
    TensorRef y {};
};

// A window is walked so many columns at a time; 0 where what eight results see of them is too much.
uint32_t tapsAtOnceOf(const LoweringContext& context, const Pool& pool)
{
    const PoolParameters& q = pool.parameters;
    constexpr uint64_t forSmallWindows = 17;
    constexpr uint64_t most = 64; // that are unrolled in reasonable time
    const auto canRead = [&](uint32_t taps, uint64_t neighbours) {
        return product::canReadNeighbours(
            context.device(), pool.x, {taps, q.strides[2], q.dilations[2]}, neighbours);
    };
    if (canRead(q.kernel[2], forSmallWindows)) {
        return q.kernel[2];
    }
    for (const uint32_t taps : {8u, 4u, 2u, 1u}) {
        if (taps < q.kernel[2] && canRead(taps, most)) {
            return taps;
        }
    }
    return canRead(q.kernel[2], most) ? q.kernel[2] : 0;
}

LoopRounds roundsOfGroups(const PoolParameters& q, uint32_t tapsAtOnce)
{
    const bool isInPieces = tapsAtOnce > 0 && q.kernel[2] > tapsAtOnce;
    const uint64_t ofRow = isInPieces ? roundsOf(q.kernel[2] / tapsAtOnce) : 0;
    const uint64_t taps = roundsOf(q.kernel[1], ofRow);
    return longLoopRounds(taps + roundsOf(q.kernel[1])); // and counting them
}

// By poolgroups.comp. `weightless.kernel` = `plain` does without it.
bool makesEights(const LoweringContext& context, const Pool& pool)
{
    const PoolParameters& q = pool.parameters;
    return devicePolicy(context.device()).prefersEights
        && context.attributes().stringOr(product::kernelAttribute, "") != "plain"
        && kernels::poolgroups().hasTypes({pool.x.type()}) && pool.kind != Kind::Lp && pool.indexOrder == 0
        && q.inSize[0] == 1 && q.outSize[0] == 1 && q.kernel[0] == 1 && tapsAtOnceOf(context, pool) != 0
        && roundsOfGroups(q, tapsAtOnceOf(context, pool)).count() <= context.device().maxLoopRounds;
}

struct GroupParameters {
    uint32_t planes;
    std::array<uint32_t, 2> inSize, outSize;
    uint32_t kernelHeight, strideY, dilationY;
    std::array<uint32_t, 2> padsBegin, padsEnd;
};

// Of a window whose rows the driver's compiler is to lay out one by one.
constexpr uint32_t mostUnrolledHeight = 3;

DispatchStep groupsStep(const LoweringContext& context, const Pool& pool)
{
    const PoolParameters& q = pool.parameters;
    const uint32_t planes = q.count / (q.outSize[1] * q.outSize[2]);
    const uint32_t taps = tapsAtOnceOf(context, pool);
    DispatchStep step {.loopRounds = roundsOfGroups(q, taps)};
    step.kernel = &kernels::poolgroups().forTypes({pool.x.type()});
    step.specialization = {static_cast<uint32_t>(pool.kind), q.kernel[2], q.strides[2], q.dilations[2],
        product::storeWidthOf(context, pool.y, q.outSize[2]),
        q.kernel[1] <= mostUnrolledHeight ? q.kernel[1] : 0, taps};
    step.bindings = {{pool.x}, {pool.y, Access::Write}};
    step.groupCount = linearGroups(uint64_t {planes} * q.outSize[1] * ceilDivide(q.outSize[2], 8));
    step.parameters = parameterBytes(
        GroupParameters {planes, {q.inSize[1], q.inSize[2]}, {q.outSize[1], q.outSize[2]}, q.kernel[1],
            q.strides[1], q.dilations[1], {q.padsBegin[1], q.padsBegin[2]}, {q.padsEnd[1], q.padsEnd[2]}});
    return step;
}

DispatchStep plainStep(const LoweringContext& context, const Pool& pool)
{
    const PoolParameters& q = pool.parameters;
    const uint32_t tapsAtOnce = stepsAtOnce(context.device(), tapRounds(q.kernel, 1));
    DispatchStep step {.loopRounds = longLoopRounds(tapRounds(q.kernel, tapsAtOnce))};
    step.kernel = &kernels::pool().forTypes({pool.x.type()});
    step.specialization = {static_cast<uint32_t>(pool.kind), pool.indexOrder, tapsAtOnce};
    step.bindings = {{pool.x}, {pool.y, Access::Write}};
    if (pool.indexOrder != 0) {
        step.bindings.push_back({context.output(1), Access::Write});
    } else {
        step.bindings.push_back({pool.x});
    }
    step.groupCount = linearGroups(q.count);
    step.parameters = parameterBytes(q);
    return step;
}

void dispatchPool(LoweringContext& context, const Pool& pool)
{
    const PoolParameters& q = pool.parameters;
    DispatchStep step = makesEights(context, pool) ? groupsStep(context, pool) : plainStep(context, pool);
    step.operations = uint64_t {q.count} * q.kernel[0] * q.kernel[1] * q.kernel[2];
    context.dispatch(std::move(step));
}

// Whether a pool along one dimension after the other is much less work. What is greatest, and an average over
// as many rows for every column, comes out of it as well; where it lies does not.
bool isSeparable(const Pool& pool)
{
    constexpr uint64_t leastGain = 4;
    const PoolParameters& q = pool.parameters;
    if (pool.x.elements() == 0) {
        return false;
    }
    uint64_t taps = 1;
    uint64_t sum = 0;
    uint64_t elements = static_cast<uint64_t>(std::max(pool.x.elements(), pool.y.elements()));
    for (size_t axis = 0; axis < 3; ++axis) {
        taps *= q.kernel[axis];
        sum += q.kernel[axis] > 1 ? q.kernel[axis] : 0;
        elements =
            ceilDivide(elements * std::max(q.outSize[axis], q.inSize[axis]), uint64_t {q.inSize[axis]});
        if (elements >= mostElements) {
            return false;
        }
    }
    return pool.kind != Kind::Lp && pool.indexOrder == 0 && taps >= leastGain * sum;
}

// The pool along one dimension of planes of these sizes, with what lies behind it as columns.
PoolParameters alongAxis(
    const PoolParameters& q, size_t axis, uint64_t planes, const std::array<uint32_t, 3>& sizes)
{
    PoolParameters p {};
    p.kernel = p.strides = p.dilations = {1, 1, 1};
    const size_t slot = axis == 2 ? 2 : 1;
    p.inSize = axis == 2 ? std::array {1u, sizes[0] * sizes[1], sizes[2]}
        : axis == 1      ? std::array {1u, sizes[1], sizes[2]}
                         : std::array {1u, sizes[0], sizes[1] * sizes[2]};
    p.outSize = p.inSize;
    p.outSize[slot] = q.outSize[axis];
    p.kernel[slot] = q.kernel[axis];
    p.strides[slot] = q.strides[axis];
    p.dilations[slot] = q.dilations[axis];
    p.padsBegin[slot] = q.padsBegin[axis];
    p.padsEnd[slot] = q.padsEnd[axis];
    p.count = static_cast<uint32_t>(planes * (axis == 1 ? sizes[0] : 1) * p.outSize[1] * p.outSize[2]);
    return p;
}

void dispatchSeparately(LoweringContext& context, const Pool& pool)
{
    const PoolParameters& q = pool.parameters;
    const uint64_t planes = q.count / (uint64_t {q.outSize[0]} * q.outSize[1] * q.outSize[2]);
    const bool isNarrow = pool.kind != Kind::Max && bitWidth(pool.x.type()) == 16;
    std::vector<size_t> axes; // others leave what there is where it is
    for (size_t axis = 3; axis-- > 0;) {
        if (q.kernel[axis] > 1 || q.strides[axis] > 1 || q.padsBegin[axis] != 0 || q.padsEnd[axis] != 0) {
            axes.push_back(axis);
        }
    }
    Composer compose(context);
    TensorRef from = isNarrow ? compose.cast(pool.x, DataType::Float32) : pool.x;
    std::array<uint32_t, 3> sizes = q.inSize;
    for (const size_t axis : axes) {
        Pool pass {pool.kind, 0, alongAxis(q, axis, planes, sizes), from, pool.y};
        sizes[axis] = q.outSize[axis];
        if (isNarrow || axis != axes.back()) {
            pass.y = context.temporary({from.type(), {int64_t {pass.parameters.count}}});
        }
        dispatchPool(context, pass);
        from = pass.y;
    }
    if (isNarrow) {
        compose.addTo(pool.y, "Cast", {compose.reshaped(from, pool.y.shape())},
            attributesWith("to", static_cast<int64_t>(pool.y.type())));
    }
}

template <Kind wanted>
void lower(LoweringContext& context)
{
    const Window w = windowOfNode(NodeView(context));
    const Attributes& attributes = context.attributes();
    const bool countsPads = wanted == Kind::Average && attributes.intOr("count_include_pad", 0) != 0;
    const bool writesIndices = wanted == Kind::Max && context.outputCount() > 1 && context.wantsOutput(1);
    const uint32_t order = attributes.intOr("storage_order", 0) != 0 ? 2 : 1;
    if (const std::string_view reduction = reductionOf(w, wanted, attributes);
        !reduction.empty() && !writesIndices) {
        lowerAsReduction(context, reduction, context.input(0), context.output(0));
        return;
    }
    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    if (elements == 0) {
        return;
    }
    const Pool pool {countsPads ? Kind::AverageWithPads : wanted, writesIndices ? order : 0,
        {static_cast<uint32_t>(elements), inThree(w.in, 1), inThree(w.out, 1), inThree(w.kernel, 1),
            inThree(w.strides, 1), inThree(w.dilations, 1), inThree(w.padsBegin, 0), inThree(w.padsEnd, 0),
            static_cast<float>(attributes.intOr("p", 2))},
        context.input(0), context.output(0)};
    if (isSeparable(pool)) {
        dispatchSeparately(context, pool);
    } else {
        dispatchPool(context, pool);
    }
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
    lowerAsReduction(context, isMax ? "ReduceMax" : "ReduceMean", context.input(0), context.output(0));
}

void inferGlobalLp(InferenceContext& context)
{
    inferGlobal(context);
    const int64_t p = context.attributes().intOr("p", 2);
    if (p < 1) {
        context.fail("attribute 'p' is " + std::to_string(p) + ", expected 1 or more");
    }
}

// Doubles have powers only where a window makes them: one over all that there is.
void lowerGlobalLpOfDoubles(LoweringContext& context, int64_t p, int64_t planeSize)
{
    Composer compose(context);
    const Shape y = context.output(0).shape();
    Attributes attributes;
    attributes.set("kernel_shape", std::vector<int64_t> {planeSize});
    attributes.set("p", p);
    compose.addTo(compose.reshaped(context.output(0), {y[0], y[1], 1}), "LpPool",
        {compose.reshaped(context.input(0), {y[0], y[1], planeSize})}, attributes);
}

void lowerGlobalLp(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const int64_t p = context.attributes().intOr("p", 2);
    const int64_t planeSize = elementCount(Shape(x.shape().begin() + 2, x.shape().end())).value_or(0);
    if (p <= 2 || planeSize == 0) { // the sum of nothing has one size
        lowerAsReduction(context, p == 2 ? "ReduceL2" : "ReduceL1", x, y);
        return;
    }
    if (x.type() == DataType::Float64) {
        lowerGlobalLpOfDoubles(context, p, planeSize);
        return;
    }
    Composer compose(context);
    const auto number = [&](double value) { return compose.number(value, DataType::Float32); };
    const TensorRef size = compose.add("Abs", {compose.cast(x, DataType::Float32)});
    const TensorRef powers = compose.add("Pow", {size, number(static_cast<double>(p))});
    const TensorRef sum = context.temporary({DataType::Float32, y.shape()});
    lowerAsReduction(context, "ReduceSum", powers, sum);
    const TensorRef root = compose.add("Pow", {sum, number(1 / static_cast<double>(p))});
    compose.addTo(y, "Cast", {root}, attributesWith("to", static_cast<int64_t>(y.type())));
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
