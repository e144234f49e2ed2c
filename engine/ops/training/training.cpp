// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

#include <cmath>

// ai.onnx.preview.training: the steps of optimizers, by the formulas of their texts. Inputs are the rate r,
// the count of updates t, then for each kind of tensor (x, gradient, state …) all of that kind; outputs are
// the new x, then the new states.
namespace weightless::ops::training {

namespace {

constexpr std::string_view trainingDomain = "ai.onnx.preview.training";

template <size_t kinds>
size_t groupsOf(const NodeView& node)
{
    const size_t given = node.inputs.size();
    if (given < 2 + kinds || (given - 2) % kinds != 0) {
        failNode("it has " + std::to_string(given) + " inputs, expected 2 and a multiple of "
            + std::to_string(kinds));
    }
    return (given - 2) / kinds;
}

void requireScalar(InferenceContext& context, size_t input, const char* name, bool isRight)
{
    if (!isRight || elementCount(context.shape(input)) != 1) {
        context.fail("input '" + std::string(name) + "' is " + toString(context.input(input))
            + ", expected one number");
    }
}

template <size_t kinds>
void infer(InferenceContext& context)
{
    const size_t groups = groupsOf<kinds>(NodeView(context));
    requireScalar(context, 0, "R", isFloat(context.type(0)));
    requireScalar(context, 1, "T", context.type(1) == DataType::Int64);
    for (size_t i = 0; i < groups * kinds; ++i) {
        const size_t first = 2 + i % groups;
        if (!isFloat(context.type(2 + i)) || context.shape(2 + i) != context.shape(first)) {
            context.fail("input " + std::to_string(2 + i) + " is " + toString(context.input(2 + i))
                + ", expected the shape of " + toString(context.input(first)));
        }
    }
    for (size_t i = 0; i < groups * (kinds - 1); ++i) {
        const size_t source = i < groups ? 2 + i : 2 + groups + i; // gradients have no output
        context.setOutput(i, context.type(source), context.shape(source));
    }
}

// The formulas of one node, in fp32 or fp64.
class Formula {
public:
    explicit Formula(LoweringContext& context)
        : m_context(context)
        , m_compose(context)
        , m_type(context.input(2).type() == DataType::Float64 ? DataType::Float64 : DataType::Float32)
    {
    }

    TensorRef input(size_t index) { return m_compose.cast(m_context.input(index), m_type); }
    TensorRef scalar(size_t index) { return m_compose.reshaped(input(index), {}); }
    TensorRef constant(double value) { return scalarOf(m_context, m_type, value); }
    TensorRef add(const TensorRef& a, const TensorRef& b) { return m_compose.add("Add", {a, b}); }
    TensorRef subtract(const TensorRef& a, const TensorRef& b) { return m_compose.add("Sub", {a, b}); }
    TensorRef multiply(const TensorRef& a, const TensorRef& b) { return m_compose.add("Mul", {a, b}); }
    TensorRef scaled(const TensorRef& a, double factor) { return multiply(a, constant(factor)); }
    TensorRef divide(const TensorRef& a, const TensorRef& b) { return m_compose.add("Div", {a, b}); }
    TensorRef root(const TensorRef& a) { return m_compose.add("Sqrt", {a}); }
    TensorRef power(double base, const TensorRef& exponent)
    {
        return m_compose.add("Pow", {constant(base), exponent});
    }
    // a where the count of updates is above 0, b in the first one.
    TensorRef afterFirst(const TensorRef& a, const TensorRef& b)
    {
        const TensorRef isLater = m_compose.add("Greater", {scalar(1), constant(0)});
        return m_compose.add("Where", {isLater, a, b});
    }
    [[nodiscard]] double number(const char* name, float fallback) const
    {
        return static_cast<double>(m_context.attributes().floatOr(name, fallback));
    }
    // The gradient with that of the regularization.
    TensorRef regularized(const TensorRef& x, const TensorRef& gradient)
    {
        return add(scaled(x, number("norm_coefficient", 0)), gradient);
    }

private:
    LoweringContext& m_context;
    Composer m_compose;
    DataType m_type;
};

void lowerAdagrad(LoweringContext& context)
{
    const size_t groups = groupsOf<3>(NodeView(context));
    Formula f(context);
    const TensorRef decay = f.add(f.constant(1), f.scaled(f.scalar(1), f.number("decay_factor", 0)));
    const TensorRef rate = f.divide(f.scalar(0), decay);
    for (size_t i = 0; i < groups; ++i) {
        const TensorRef x = f.input(2 + i);
        const TensorRef g = f.regularized(x, f.input(2 + groups + i));
        const TensorRef h = f.add(f.input(2 + 2 * groups + i), f.multiply(g, g));
        const TensorRef divisor = f.add(f.root(h), f.constant(f.number("epsilon", 1e-6f)));
        const TensorRef step = f.divide(f.multiply(rate, g), divisor);
        finishOutput(context, i, f.subtract(x, step));
        finishOutput(context, groups + i, h);
    }
}

void lowerAdam(LoweringContext& context)
{
    const size_t groups = groupsOf<4>(NodeView(context));
    Formula f(context);
    const double alpha = f.number("alpha", 0.9f);
    const double beta = f.number("beta", 0.999f);
    const TensorRef one = f.constant(1);
    const TensorRef t = f.scalar(1);
    const TensorRef corrected = f.divide(f.multiply(f.scalar(0), f.root(f.subtract(one, f.power(beta, t)))),
        f.subtract(one, f.power(alpha, t)));
    const TensorRef rate = f.afterFirst(corrected, f.scalar(0));
    for (size_t i = 0; i < groups; ++i) {
        const TensorRef x = f.input(2 + i);
        const TensorRef g = f.regularized(x, f.input(2 + groups + i));
        const TensorRef v = f.add(f.scaled(f.input(2 + 2 * groups + i), alpha), f.scaled(g, 1 - alpha));
        const TensorRef h =
            f.add(f.scaled(f.input(2 + 3 * groups + i), beta), f.scaled(f.multiply(g, g), 1 - beta));
        const TensorRef divisor = f.add(f.root(h), f.constant(f.number("epsilon", 1e-6f)));
        const TensorRef moved = f.subtract(x, f.multiply(rate, f.divide(v, divisor)));
        finishOutput(context, i, f.scaled(moved, 1 - f.number("norm_coefficient_post", 0)));
        finishOutput(context, groups + i, v);
        finishOutput(context, 2 * groups + i, h);
    }
}

void inferMomentum(InferenceContext& context)
{
    const std::string mode = context.attributes().stringOr("mode", "");
    if (mode != "standard" && mode != "nesterov") {
        context.fail("attribute 'mode' is '" + mode + "', expected standard or nesterov");
    }
    infer<3>(context);
}

void lowerMomentum(LoweringContext& context)
{
    const size_t groups = groupsOf<3>(NodeView(context));
    Formula f(context);
    const double alpha = f.number("alpha", 0);
    const TensorRef beta = f.afterFirst(f.constant(f.number("beta", 0)), f.constant(1));
    const bool isNesterov = context.attributes().stringOr("mode", "") == "nesterov";
    for (size_t i = 0; i < groups; ++i) {
        const TensorRef x = f.input(2 + i);
        const TensorRef g = f.regularized(x, f.input(2 + groups + i));
        const TensorRef v = f.add(f.scaled(f.input(2 + 2 * groups + i), alpha), f.multiply(beta, g));
        const TensorRef direction = isNesterov ? f.add(g, f.scaled(v, alpha)) : v;
        finishOutput(context, i, f.subtract(x, f.multiply(f.scalar(0), direction)));
        finishOutput(context, groups + i, v);
    }
}

void add(Registry& registry, std::string_view name, InferFunction infer, LowerFunction lower)
{
    registry.add({.name = name,
        .minInputs = 3,
        .maxInputs = anyCount,
        .maxOutputs = anyCount,
        .infer = infer,
        .lower = lower,
        .domain = trainingDomain});
}

} // namespace

void registerOperators(Registry& registry)
{
    add(registry, "Adagrad", infer<3>, lowerAdagrad);
    add(registry, "Adam", infer<4>, lowerAdam);
    add(registry, "Momentum", inferMomentum, lowerMomentum);
}

} // namespace weightless::ops::training
