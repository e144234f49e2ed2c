// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/kernels/power.h"
#include "engine/ops/nodeview.h"

#include <array>

namespace weightless::ops::elementwise {

namespace {

struct BinaryRow {
    std::string_view name;
    int64_t sinceVersion;
    uint32_t operation;
    Types types;
};

constexpr std::array rows {
    BinaryRow {"Add", 1, binaryAdd, Types::Numbers},
    BinaryRow {"Sub", 1, binarySub, Types::Numbers},
    BinaryRow {"Mul", 1, binaryMul, Types::Numbers},
    BinaryRow {"Div", 1, binaryDiv, Types::Numbers},
    BinaryRow {"Mod", 10, binaryMod, Types::Numbers},
    BinaryRow {"PRelu", 1, binaryPRelu, Types::Numbers},
    BinaryRow {"BitShift", 11, binaryShiftLeft, Types::Unsigned},
    BinaryRow {"BitShift", 28, binaryShiftLeft, Types::Integers},
    BinaryRow {"BitwiseAnd", 18, binaryAnd, Types::Integers},
    BinaryRow {"BitwiseOr", 18, binaryOr, Types::Integers},
    BinaryRow {"BitwiseXor", 18, binaryXor, Types::Integers},
    BinaryRow {"Equal", 1, compareEqual, Types::All},
    BinaryRow {"Less", 1, compareLess, Types::Numbers},
    BinaryRow {"LessOrEqual", 12, compareLessOrEqual, Types::Numbers},
    BinaryRow {"Greater", 1, compareGreater, Types::Numbers},
    BinaryRow {"GreaterOrEqual", 12, compareGreaterOrEqual, Types::Numbers},
    BinaryRow {"And", 1, compareAnd, Types::Bool},
    BinaryRow {"Or", 1, compareOr, Types::Bool},
    BinaryRow {"Xor", 1, compareXor, Types::Bool},
};

// The right operand's shape as multidirectional broadcasting aligns it. Before opset 7 the attributes
// 'broadcast' and 'axis' say where it stands, and PRelu's slope is per channel.
Shape alignedRight(const NodeView& node, uint32_t operation)
{
    const Shape& left = node.shape(0);
    Shape right = node.shape(1);
    if (node.opset >= 7 || right.size() >= left.size() || right.empty()) {
        return right;
    }
    const auto suffix = static_cast<int64_t>(left.size() - right.size());
    int64_t axis = node.attributes->intOr("axis", suffix);
    if (operation == binaryPRelu) {
        axis = right.size() == 1 && right[0] != 1 ? 1 : suffix;
    }
    const size_t position = normalizeAxis(axis, left.size());
    if (position + right.size() > left.size()) {
        failNode("attribute 'axis' is " + std::to_string(axis) + ", too large to place "
            + toString(node.input(1)) + " in " + toString(node.input(0)));
    }
    right.resize(left.size() - position, 1);
    return right;
}

uint32_t operationOf(uint32_t operation, const Attributes& attributes)
{
    if (operation == binaryMod && attributes.intOr("fmod", 0) != 0) {
        return binaryFmod;
    }
    if (operation == binaryShiftLeft && attributes.stringOr("direction", "") == "RIGHT") {
        return binaryShiftRight;
    }
    return operation;
}

void checkAttributes(const InferenceContext& context, uint32_t operation)
{
    constexpr int64_t floorsFloats = 28; // the first opset with a text for it
    if (operation == binaryMod && isFloat(context.type(0)) && context.attributes().intOr("fmod", 0) == 0
        && context.opset() < floorsFloats) {
        context.fail("attribute 'fmod' is 0 for " + toString(context.type(0)) + " inputs, expected 1");
    }
    if (operation == binaryShiftLeft) {
        const std::string direction = context.attributes().stringOr("direction", "");
        if (direction != "LEFT" && direction != "RIGHT") {
            context.fail("attribute 'direction' is '" + direction + "', expected LEFT or RIGHT");
        }
    }
}

void setBroadcastOutput(InferenceContext& context, const Shape& right, uint32_t operation, DataType type)
{
    const auto result = broadcast(context.shape(0), right);
    if (!result || (operation == binaryPRelu && *result != context.shape(0))) {
        context.fail("inputs 0 and 1 are " + toString(context.input(0)) + " and " + toString(context.input(1))
            + ", which do not broadcast");
    }
    context.setOutput(0, type, *result);
}

template <size_t index>
void infer(InferenceContext& context)
{
    constexpr BinaryRow row = rows[index];
    requireTypes(context, 0, row.types);
    context.requireSameType(0, 1);
    checkAttributes(context, row.operation);
    setBroadcastOutput(context, alignedRight(NodeView(context), row.operation), row.operation,
        row.operation >= compareEqual ? DataType::Bool : context.type(0));
}

template <size_t index>
void lower(LoweringContext& context)
{
    constexpr uint32_t operation = rows[index].operation;
    const TensorRef left = context.input(0);
    const TensorRef right = context.input(1);
    dispatchBinary(context, operationOf(operation, context.attributes()), {left, left.shape()},
        {right, alignedRight(NodeView(context), operation)}, context.output(0));
}

template <size_t index>
std::vector<HostTensor> fold(const FoldContext& context)
{
    constexpr uint32_t operation = rows[index].operation;
    const NodeView node(context);
    return {binaryOnHost(operationOf(operation, context.attributes), *context.inputs[0], node.shape(0),
        *context.inputs[1], alignedRight(node, operation), context.outputs[0])};
}

template <size_t... indices>
void addRows(Registry& registry, std::index_sequence<indices...>)
{
    (registry.add({.name = rows[indices].name,
         .sinceVersion = rows[indices].sinceVersion,
         .minInputs = 2,
         .maxInputs = 2,
         .infer = infer<indices>,
         .lower = lower<indices>,
         .fold = fold<indices>}),
        ...);
}

void inferPow(InferenceContext& context)
{
    requireTypes(context, 0, Types::Numbers);
    requireTypes(context, 1, Types::Numbers);
    setBroadcastOutput(context, alignedRight(NodeView(context), binaryPow), binaryPow, context.type(0));
}

// What norms and deviations are written with: the same product as that of the kernel for all powers, which
// takes twenty times as long.
bool isSquare(const LoweringContext& context)
{
    const HostTensor* exponent = context.value(1);
    return exponent != nullptr && elementCount(exponent->descriptor.shape) == 1
        && elementAsDouble(*exponent, 0) == 2 && context.output(0).shape() == context.input(0).shape();
}

// Exponents of the less common types are widened to fp32 first.
void lowerPow(LoweringContext& context)
{
    const TensorRef base = context.input(0);
    if (isSquare(context)) {
        const Operand factor {base, base.shape()};
        dispatchBinary(context, binaryMul, factor, factor, context.output(0));
        return;
    }
    Operand exponent {context.input(1), alignedRight(NodeView(context), binaryPow)};
    if (!kernels::power().hasTypes({base.type(), exponent.tensor.type()})) {
        const TensorRef widened = context.temporary({DataType::Float32, exponent.tensor.shape()});
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(DataType::Float32));
        const std::optional<TensorRef> input = exponent.tensor;
        context.lowerAs("Cast", {&input, 1}, attributes, {&widened, 1});
        exponent.tensor = widened;
    }
    dispatchBinary(context, binaryPow, {base, base.shape()}, exponent, context.output(0));
}

std::vector<HostTensor> foldPow(const FoldContext& context)
{
    const NodeView node(context);
    return {binaryOnHost(binaryPow, *context.inputs[0], node.shape(0), *context.inputs[1],
        alignedRight(node, binaryPow), context.outputs[0])};
}

} // namespace

void registerBinary(Registry& registry)
{
    addRows(registry, std::make_index_sequence<rows.size()> {});
}

void registerPow(Registry& registry)
{
    registry.add({.name = "Pow",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferPow,
        .lower = lowerPow,
        .fold = foldPow});
}

} // namespace weightless::ops::elementwise
