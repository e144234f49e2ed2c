// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/weightstype.h"

#include "engine/base/error.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/conversion/floatconversion.h"
#include "engine/ops/finitecast.h"

#include <algorithm>
#include <array>

namespace weightless {

namespace {

bool isConvertible(DataType type)
{
    return canConvertFloats(type, DataType::Float32);
}

// Inputs that the operator wants in float32 whatever the others are: factors and regions of Resize.
bool hasOwnType(const Node& node, size_t input)
{
    return input > 0 && (node.opType == "Resize" || node.opType == "Upsample");
}

// Operators that ONNX defines for float32 alone.
bool takesFloat32Only(const Node& node)
{
    const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
    return isStandard && (node.opType == "DynamicQuantizeLinear" || node.opType == "NonMaxSuppression");
}

// Operators whose inputs limit others, or are compared: a number beyond float16 is no mask there.
bool takesLimits(const Node& node)
{
    constexpr std::array<std::string_view, 8> names {
        "Clip", "Min", "Max", "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual"};
    return std::ranges::find(names, node.opType) != names.end();
}

Operand cast(GraphBuilder& builder, const Operand& operand, DataType type, int64_t use)
{
    Attributes attributes;
    attributes.set("to", static_cast<int64_t>(type));
    attributes.set(std::string(ops::finiteAttribute), use);
    return builder.node("Cast", {operand}, attributes);
}

// The type whose values hold those of a type that no kernel reads.
std::optional<DataType> unpackedType(DataType type)
{
    switch (type) {
    case DataType::Int4:
        return DataType::Int8;
    case DataType::UInt4:
        return DataType::UInt8;
    default:
        return std::nullopt;
    }
}

} // namespace

bool isWidened(const ConstantInfo& constant, const ConstantInfo& declared)
{
    return unpackedType(constant.descriptor.type) && declared.descriptor.type != constant.descriptor.type;
}

WeightsType::WeightsType(std::optional<DataType> type)
    : m_type(type)
{
    if (m_type && !isConvertible(*m_type)) {
        throw Error(ErrorKind::InvalidArgument,
            "Weights cannot be made " + toString(*m_type) + "; float32, float16 and bfloat16 are possible");
    }
}

std::shared_ptr<const ConstantInfo> WeightsType::declared(
    const std::shared_ptr<const ConstantInfo>& constant) const
{
    std::optional<DataType> type = unpackedType(constant->descriptor.type);
    if (!type && m_type && !constant->value && isConvertible(constant->descriptor.type)) {
        type = m_type;
    }
    auto converted = type ? convertedConstant(*constant, *type) : std::nullopt;
    return converted ? std::make_shared<const ConstantInfo>(std::move(*converted)) : constant;
}

void WeightsType::unify(GraphBuilder& builder, const Node& node, std::vector<std::optional<Operand>>& inputs)
{
    const auto takesPart = [&](size_t i) {
        return inputs[i] && isConvertible(inputs[i]->type()) && !hasOwnType(node, i);
    };
    if (!m_type) {
        return;
    }
    const DataType wanted = takesFloat32Only(node) ? DataType::Float32 : *m_type;
    const int64_t use = takesLimits(node) ? ops::finiteLimits : ops::finiteValues;
    bool isWanted = takesFloat32Only(node);
    for (size_t i = 0; i < inputs.size(); ++i) {
        isWanted = isWanted || (takesPart(i) && inputs[i]->type() == wanted);
    }
    for (size_t i = 0; isWanted && i < inputs.size(); ++i) {
        if (!takesPart(i) || inputs[i]->type() == wanted) {
            continue;
        }
        const std::tuple key(node.inputs[i], wanted, use);
        auto found = m_casts.find(key);
        if (found == m_casts.end()) {
            found = m_casts.emplace(key, cast(builder, *inputs[i], wanted, use)).first;
        }
        inputs[i] = found->second;
    }
}

Operand WeightsType::asDeclared(
    GraphBuilder& builder, const Operand& operand, const ValueInfo& declared) const
{
    const DataType type = declared.type;
    if (unpackedType(type) && operand.type() == unpackedType(type)) { // of a constant
        return cast(builder, operand, type, ops::finiteValues);
    }
    // What only a run can tell may be either: a Cast to the same type costs nothing.
    const bool mayBeAnother = isConvertible(operand.type()) || operand.type() == DataType::Undefined;
    const bool differs =
        m_type && declared.kind == "tensor" && operand.type() != type && mayBeAnother && isConvertible(type);
    return differs ? cast(builder, operand, type, ops::finiteValues) : operand;
}

} // namespace weightless
