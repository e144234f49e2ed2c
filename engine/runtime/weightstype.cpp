// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/weightstype.h"

#include "engine/base/error.h"
#include "engine/base/float16.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/conversion/floatconversion.h"
#include "engine/model/finitefloat.h"
#include "engine/ops/finitecast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace weightless {

namespace {

bool isConvertible(DataType type)
{
    return canConvertFloats(type, DataType::Float32);
}

// Inputs whose types are none of the others' business: factors and regions of Resize are float32, and the
// variances of channels, which BatchNormalization reads in any type, are often beyond float16.
bool hasOwnType(const Node& node, size_t input)
{
    constexpr std::array<std::string_view, 3> names {"Resize", "Upsample", "BatchNormalization"};
    return input > 0 && std::ranges::find(names, node.opType) != names.end();
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

// Float16 has the number with all its bits, or it is none.
bool isExactEnough(float value)
{
    constexpr float smallestNormal = 0x1p-14f;
    const float size = std::abs(value);
    return value == 0 || !std::isfinite(value)
        || (size >= smallestNormal && size < finiteRange(DataType::Float16).beyond);
}

std::vector<float> floatsOf(const HostTensor& tensor)
{
    std::vector<float> values(tensor.elementCount());
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(elementAsDouble(tensor, i));
    }
    return values;
}

// What is no 0 does not become one: an epsilon is there so that nobody divides by it.
HostTensor asFloat16(const HostTensor& tensor, FiniteUse use)
{
    HostTensor result = makeHostTensor({DataType::Float16, tensor.descriptor.shape});
    const std::span<uint16_t> halves = result.as<uint16_t>();
    const std::vector<float> values = floatsOf(tensor);
    for (size_t i = 0; i < values.size(); ++i) {
        halves[i] = floatToFloat16(keptFinite(values[i], finiteRange(DataType::Float16), use));
        const bool vanished = values[i] != 0 && (halves[i] & 0x7fffu) == 0;
        halves[i] = static_cast<uint16_t>(halves[i] | (vanished ? 1 : 0));
    }
    return result;
}

Operand castNode(GraphBuilder& builder, const Operand& operand, DataType type, int64_t use)
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

WeightsType::WeightsType(std::optional<DataType> type, const ModelGraph& graph)
    : m_type(type)
{
    if (m_type && !isConvertible(*m_type)) {
        throw Error(ErrorKind::InvalidArgument,
            "Weights cannot be made " + toString(*m_type) + "; float32, float16 and bfloat16 are possible");
    }
    for (const Node& node : graph.nodes) {
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (hasOwnType(node, i)) {
                m_ownTypes.insert(node.inputs[i]);
            }
        }
    }
}

std::shared_ptr<const ConstantInfo> WeightsType::declare(
    const std::shared_ptr<const ConstantInfo>& constant, const std::string& name)
{
    const bool isOfFloats = m_type && isConvertible(constant->descriptor.type);
    if (isOfFloats && constant->value) {
        m_known.insert_or_assign(name, constant);
    }
    std::optional<DataType> type = unpackedType(constant->descriptor.type);
    if (isOfFloats && !constant->value && !m_ownTypes.contains(name)) {
        type = m_type;
    }
    auto converted = type ? convertedConstant(*constant, *type) : std::nullopt;
    return converted ? std::make_shared<const ConstantInfo>(std::move(*converted)) : constant;
}

bool WeightsType::hasFactorBeyond(const Node& node, const std::vector<std::optional<Operand>>& inputs) const
{
    if (m_type != DataType::Float16 || (node.opType != "Mul" && node.opType != "Div")) {
        return false;
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto known = m_known.find(node.inputs[i]);
        if (known != m_known.end() && !std::ranges::all_of(floatsOf(*known->second->value), isExactEnough)) {
            return true;
        }
    }
    return false;
}

Operand WeightsType::cast(
    GraphBuilder& builder, const std::string& name, const Operand& operand, DataType type, int64_t use) const
{
    const auto known = m_known.find(name);
    if (known == m_known.end() || type != DataType::Float16) {
        return castNode(builder, operand, type, use);
    }
    const HostTensor value =
        asFloat16(*known->second->value, use == ops::finiteLimits ? FiniteUse::Limit : FiniteUse::Value);
    return builder.constant(value.descriptor, value.bytes);
}

void WeightsType::unify(GraphBuilder& builder, const Node& node, std::vector<std::optional<Operand>>& inputs)
{
    const auto takesPart = [&](size_t i) {
        return inputs[i] && isConvertible(inputs[i]->type()) && !hasOwnType(node, i);
    };
    if (!m_type) {
        return;
    }
    const bool isWide = hasFactorBeyond(node, inputs);
    const DataType wanted = takesFloat32Only(node) || isWide ? DataType::Float32 : *m_type;
    const int64_t use = takesLimits(node) ? ops::finiteLimits : ops::finiteValues;
    bool isWanted = takesFloat32Only(node);
    for (size_t i = 0; i < inputs.size(); ++i) {
        isWanted = isWanted || (takesPart(i) && inputs[i]->type() == (isWide ? *m_type : wanted));
    }
    for (size_t i = 0; isWanted && i < inputs.size(); ++i) {
        if (!takesPart(i) || inputs[i]->type() == wanted) {
            continue;
        }
        const std::tuple key(node.inputs[i], wanted, use);
        auto found = m_casts.find(key);
        if (found == m_casts.end()) {
            found = m_casts.emplace(key, cast(builder, node.inputs[i], *inputs[i], wanted, use)).first;
        }
        inputs[i] = found->second;
    }
}

Operand WeightsType::asDeclared(
    GraphBuilder& builder, const Operand& operand, const ValueInfo& declared) const
{
    const DataType type = declared.type;
    if (unpackedType(type) && operand.type() == unpackedType(type)) { // of a constant
        return castNode(builder, operand, type, ops::finiteValues);
    }
    // What only a run can tell may be either: a Cast to the same type costs nothing.
    const bool mayBeAnother = isConvertible(operand.type()) || operand.type() == DataType::Undefined;
    const bool differs =
        m_type && declared.kind == "tensor" && operand.type() != type && mayBeAnother && isConvertible(type);
    return differs ? castNode(builder, operand, type, ops::finiteValues) : operand;
}

} // namespace weightless
