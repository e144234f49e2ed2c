// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contrib.h"

#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

// MatMul, Gemm and Conv with what ONNX Runtime's optimizer has folded into them.
namespace weightless::ops::contrib {

namespace {

bool isOn(const Attributes& attributes, std::string_view name)
{
    return attributes.intOr(name, 0) != 0;
}

// The order in which an operand's dimensions are those of MatMul's. With transBatch the first one and the
// batch ones have changed places, so rows come before batches; trans then swaps rows and columns.
std::vector<int64_t> orderOf(const Attributes& attributes, std::string_view operand, size_t rank)
{
    std::vector<int64_t> order(rank);
    std::iota(order.begin(), order.end(), int64_t {0});
    if (rank < 2) {
        return order;
    }
    if (isOn(attributes, "transBatch" + std::string(operand))) {
        std::rotate(order.begin(), order.begin() + 1, order.end() - 1);
    }
    if (isOn(attributes, "trans" + std::string(operand))) {
        std::swap(order[rank - 1], order[rank - 2]);
    }
    return order;
}

Shape ordered(const Shape& shape, const std::vector<int64_t>& order)
{
    Shape result;
    for (const int64_t dimension : order) {
        result.push_back(shape[static_cast<size_t>(dimension)]);
    }
    return result;
}

void inferMatMul(InferenceContext& context)
{
    const Attributes& attributes = context.attributes();
    requireFloats(context, 0);
    context.requireSameType(0, 1);
    Shape a = context.shape(0);
    Shape b = context.shape(1);
    const auto failShapes = [&] {
        context.fail(toString(context.input(0)) + " and " + toString(context.input(1))
            + " have no product with transA = " + std::to_string(attributes.intOr("transA", 0))
            + " and transB = " + std::to_string(attributes.intOr("transB", 0)));
    };
    if (a.empty() || b.empty()) {
        failShapes();
    }
    a = ordered(a, orderOf(attributes, "A", a.size()));
    b = ordered(b, orderOf(attributes, "B", b.size()));
    // As MatMul has vectors: a row, or a column, which the result lacks. transA and transB say nothing about
    // them.
    const bool hasRows = a.size() > 1;
    const bool hasColumns = b.size() > 1;
    if (!hasRows) {
        a.insert(a.begin(), 1);
    }
    if (!hasColumns) {
        b.push_back(1);
    }
    const auto batch = broadcast(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));
    if (!batch || a.back() != b[b.size() - 2]) {
        failShapes();
    }
    Shape result = *batch;
    if (hasRows) {
        result.push_back(a[a.size() - 2]);
    }
    if (hasColumns) {
        result.push_back(b.back());
    }
    context.setOutput(0, context.type(0), std::move(result));
}

TensorRef inOrder(Composer& compose, const TensorRef& tensor, const std::vector<int64_t>& order)
{
    return std::ranges::is_sorted(order) ? tensor : compose.transposed(tensor, order);
}

void lowerMatMul(LoweringContext& context)
{
    Composer compose(context);
    const Attributes& attributes = context.attributes();
    const TensorRef a =
        inOrder(compose, context.input(0), orderOf(attributes, "A", context.input(0).shape().size()));
    TensorRef b = context.input(1);
    const float alpha = attributes.floatOr("alpha", 1.0f);
    // The product's kernels read a B whose rows and columns alone have changed places as it lies.
    const bool isReadTransposed = isOn(attributes, "transB") && !isOn(attributes, "transBatchB")
        && a.shape().size() > 1 && b.shape().size() > 1;
    if (!isReadTransposed) {
        b = inOrder(compose, b, orderOf(attributes, "B", b.shape().size()));
    }
    if (isReadTransposed) {
        compose.addTo(context.output(0), "TransposedMatMul", {a, b}, attributesWith("alpha", alpha));
    } else if (alpha == 1.0f) {
        compose.addTo(context.output(0), "MatMul", {a, b});
    } else {
        const TensorRef factor = compose.number(static_cast<double>(alpha), a.type());
        compose.addTo(context.output(0), "Mul", {compose.add("MatMul", {a, b}), factor});
    }
}

// Activations that the kernel of the product has, or else an operator that follows it.
struct FusedActivation {
    Attributes inKernel;
    std::string_view after;
    Attributes afterAttributes;
};

// In the order in which they follow each other where they have no names.
constexpr std::array parameterNames {"alpha", "beta", "gamma"};
using ActivationParameters = std::array<std::optional<float>, parameterNames.size()>;

FusedActivation activationOf(const Attributes& attributes, const ActivationParameters& parameters)
{
    constexpr std::array<std::string_view, 7> operators {
        "Celu", "Elu", "HardSigmoid", "Selu", "Softplus", "Softsign", "ThresholdedRelu"};
    const std::string name = attributes.stringOr("activation", "");
    const auto parameter = [&](size_t index, float fallback) {
        return parameters.at(index).value_or(fallback);
    };
    const auto following = std::ranges::find(operators, name);
    FusedActivation result;
    if (name.empty()) {
        return result;
    }
    if (name == "Relu" || name == "Sigmoid" || name == "Tanh") {
        result.inKernel.set("activation", name);
    } else if (name == "LeakyRelu") {
        result.inKernel.set("activation", name);
        result.inKernel.set("activation_low", parameter(0, 0.01f));
    } else if (name == "Clip") {
        result.inKernel.set("activation", name);
        result.inKernel.set("activation_low", parameter(0, std::numeric_limits<float>::lowest()));
        result.inKernel.set("activation_high", parameter(1, std::numeric_limits<float>::max()));
    } else if (following != operators.end()) {
        result.after = *following;
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (parameters.at(i)) {
                result.afterAttributes.set(parameterNames.at(i), *parameters.at(i));
            }
        }
    } else {
        throw Error(ErrorKind::Unsupported, "the activation '" + name + "'");
    }
    return result;
}

FusedActivation convolutionActivation(const Attributes& attributes)
{
    const std::vector<float> given = attributes.floats("activation_params").value_or(std::vector<float> {});
    ActivationParameters parameters;
    for (size_t i = 0; i < std::min(given.size(), parameters.size()); ++i) {
        parameters.at(i) = given[i];
    }
    return activationOf(attributes, parameters);
}

FusedActivation gemmActivation(const Attributes& attributes)
{
    ActivationParameters parameters;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const std::string name = std::string("activation_") + parameterNames.at(i);
        if (attributes.has(name)) {
            parameters.at(i) = attributes.floatOr(name, 0);
        }
    }
    return activationOf(attributes, parameters);
}

// The node's own attributes but those of the activation, which mean something else elsewhere.
Attributes withoutActivation(const Attributes& attributes)
{
    Attributes others;
    for (const Attribute& attribute : attributes.all()) {
        if (!attribute.name.starts_with("activation")) {
            others.set(attribute.name, attribute.value);
        }
    }
    return others;
}

// The rule of the operator without what is fused.
void inferAs(InferenceContext& context, std::string_view opType, size_t inputs)
{
    const Operator* op = loweringTarget(opType, context.opset());
    std::vector<std::optional<InferenceInput>> known;
    for (size_t i = 0; i < std::min(inputs, context.inputCount()); ++i) {
        known.push_back(context.hasInput(i)
                ? std::optional(InferenceInput {context.input(i), context.value(i)})
                : std::nullopt);
    }
    const Attributes attributes = withoutActivation(context.attributes());
    InferenceContext inner(*op, attributes, context.opset(), std::move(known), 1);
    op->infer(inner);
    context.setOutput(0, inner.outputs()[0].type, inner.outputs()[0].shape);
}

void inferGemm(InferenceContext& context)
{
    (void)gemmActivation(context.attributes());
    inferAs(context, "Gemm", 3);
}

void lowerFused(LoweringContext& context, std::string_view opType, const FusedActivation& activation,
    std::span<const std::optional<TensorRef>> inputs, const TensorRef& result)
{
    Attributes attributes = withoutActivation(context.attributes());
    for (const Attribute& attribute : activation.inKernel.all()) {
        attributes.set(attribute.name, attribute.value);
    }
    if (activation.after.empty()) {
        context.lowerAs(opType, inputs, attributes, std::array {result});
        return;
    }
    const TensorRef product = context.temporary(result.descriptor);
    context.lowerAs(opType, inputs, attributes, std::array {product});
    Composer(context).addTo(result, activation.after, {product}, activation.afterAttributes);
}

std::vector<std::optional<TensorRef>> inputsOf(const LoweringContext& context)
{
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? std::optional(context.input(i)) : std::nullopt);
    }
    return inputs;
}

void lowerConv(LoweringContext& context)
{
    lowerFusedConv(context, inputsOf(context), context.output(0));
}

void lowerGemm(LoweringContext& context)
{
    lowerFused(
        context, "FusedGemm", gemmActivation(context.attributes()), inputsOf(context), context.output(0));
}

} // namespace

void inferFusedConv(InferenceContext& context)
{
    (void)convolutionActivation(context.attributes());
    inferAs(context, "Conv", 3);
    if (context.hasInput(3) && context.input(3) != context.outputs()[0]) {
        context.fail("the tensor to add is " + toString(context.input(3)) + ", expected "
            + toString(context.outputs()[0]));
    }
}

void lowerFusedConv(
    LoweringContext& context, std::span<const std::optional<TensorRef>> inputs, const TensorRef& output)
{
    lowerFused(context, "FusedConv", convolutionActivation(context.attributes()), inputs, output);
}

void registerProducts(Registry& registry)
{
    for (const std::string_view name : {"FusedMatMul", "TransposeMatMul"}) {
        registry.add({.name = name,
            .minInputs = 2,
            .maxInputs = 2,
            .infer = inferMatMul,
            .lower = lowerMatMul,
            .domain = microsoft});
    }
    registry.add({.name = "FusedConv",
        .minInputs = 2,
        .maxInputs = 4,
        .infer = inferFusedConv,
        .lower = lowerConv,
        .domain = microsoft});
    registry.add({.name = "FusedGemm",
        .minInputs = 2,
        .maxInputs = 3,
        .infer = inferGemm,
        .lower = lowerGemm,
        .domain = microsoft});
}

} // namespace weightless::ops::contrib
