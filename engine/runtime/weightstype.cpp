// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/weightstype.h"

#include "engine/base/error.h"
#include "engine/base/float16.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/conversion/floatconversion.h"
#include "engine/constants/loadoptions.h"
#include "engine/model/bodies.h"
#include "engine/model/finitefloat.h"
#include "engine/model/float16factors.h"
#include "engine/ops/finitecast.h"
#include "engine/runtime/integerarithmetic.h"
#include "engine/runtime/integersums.h"
#include "engine/runtime/owntypes.h"
#include "engine/runtime/typesinmodel.h"

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

std::vector<float> floatsOf(const HostTensor& tensor)
{
    std::vector<float> values(tensor.elementCount());
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(elementAsDouble(tensor, i));
    }
    return values;
}

HostTensor asFloat16(const HostTensor& tensor, FiniteUse use)
{
    HostTensor result = makeHostTensor({DataType::Float16, tensor.descriptor.shape});
    const std::span<uint16_t> halves = result.as<uint16_t>();
    const std::vector<float> values = floatsOf(tensor);
    for (size_t i = 0; i < values.size(); ++i) {
        const float kept = keptFinite(values[i], finiteRange(DataType::Float16), use);
        halves[i] = keptFromZero(floatToFloat16(kept), values[i] == 0);
    }
    return result;
}

// How many are beyond the type, as a load counts them.
uint64_t countBeyond(const HostTensor& tensor, DataType type)
{
    const FiniteRange range = finiteRange(type);
    const std::vector<float> values = floatsOf(tensor);
    return static_cast<uint64_t>(
        std::ranges::count_if(values, [&](float value) { return isBeyondRange(value, range); }));
}

// A number that sizes decide is another one in a run of other sizes: a count of elements, but for those of
// the planned size that leave it room.
bool mayBeBeyond(const HostTensor& factors)
{
    constexpr float room = 256;
    const std::vector<float> values = floatsOf(factors);
    return std::ranges::any_of(values, [](float value) {
        const float size = std::abs(value);
        return std::isfinite(value) && size != 0 && (size > room || size < 1 / room);
    });
}

bool hasFactorBeyond(
    const GraphBuilder& builder, const Node& node, const std::vector<std::optional<Operand>>& inputs)
{
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i] || !isFactor(node, i)) {
            continue;
        }
        const Operand& input = *inputs[i];
        const auto known = isConvertible(input.type()) ? builder.knownValue(input) : nullptr;
        const bool isBeyond = known
            ? isBeyondFloat16(*known) || (!builder.lastingValue(input) && mayBeBeyond(*known))
            // As of CastBeside: a number that only a run tells.
            : input.type() == DataType::Float32 && elementCount(input.descriptor().shape) == 1;
        if (isBeyond) {
            return true;
        }
    }
    return false;
}

Operand castNode(GraphBuilder& builder, const Operand& operand, DataType type, int64_t use)
{
    const Attributes attributes = attributesOf(InputCast {.to = type, .use = use});
    return operand.type() == DataType::Undefined // and may be no float
        ? builder.node("CastBeside", {{operand}}, attributes, 1, {}, "weightless").front()
        : builder.node("Cast", {operand}, attributes);
}

// The type of most of its weights, which is that of what is computed with them.
DataType typeOfMost(const ModelGraph& graph)
{
    std::map<DataType, uint64_t> elements;
    const std::function<void(const ModelGraph&)> addFrom = [&](const ModelGraph& each) {
        for (const auto& constant : each.constants) {
            if (isConvertible(constant->descriptor.type) && !constant->value) {
                elements[constant->descriptor.type] +=
                    static_cast<uint64_t>(elementCount(constant->descriptor.shape).value_or(0));
            }
        }
        for (const Node& node : each.nodes) {
            for (const auto& body : bodiesOf(node)) {
                addFrom(*body);
            }
        }
    };
    addFrom(graph);
    const auto most = std::ranges::max_element(elements, {}, [](const auto& each) { return each.second; });
    return most != elements.end() ? most->first : DataType::Float32;
}

bool isCastLike(const Node& node)
{
    return node.opType == "CastLike" && (node.domain.empty() || node.domain == "ai.onnx");
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
    if (m_type) {
        m_modelType = *m_type == DataType::Float32 ? DataType::Float32 : typeOfMost(graph);
        m_typesInModel = typesInModel(graph);
        m_ownTypes = namesOfOwnType(graph);
        m_scalings = scalingsOfIntegers(graph);
        m_integers = arithmeticOfIntegers(graph);
    }
}

DataType WeightsType::typeOf(const ConstantInfo& constant, const std::string& name) const
{
    const DataType type = constant.descriptor.type;
    const bool isWeight = m_type && !constant.value && isConvertible(type) && !m_ownTypes.contains(name);
    return isWeight ? *m_type : unpackedType(type).value_or(type);
}

std::shared_ptr<const ConstantInfo> WeightsType::declared(
    const std::shared_ptr<const ConstantInfo>& constant, const std::string& name) const
{
    const DataType type = typeOf(*constant, name);
    auto converted = type != constant->descriptor.type ? convertedConstant(*constant, type) : std::nullopt;
    return converted ? std::make_shared<const ConstantInfo>(std::move(*converted)) : constant;
}

Operand WeightsType::cast(
    GraphBuilder& builder, const std::string& name, const Operand& operand, DataType type, int64_t use)
{
    const std::tuple key(name, type, use);
    if (const auto found = m_casts.find(key); found != m_casts.end()) {
        return found->second;
    }
    const auto known = builder.lastingValue(operand);
    const bool isLimit = use == ops::finiteLimits;
    const bool isWeight = known && !isLimit && builder.isKnownConstant(operand);
    if (const uint64_t beyond = isWeight ? countBeyond(*known, type) : 0; beyond > 0) {
        builder.noteClamped({name, type, beyond});
    }
    if (!known || type != DataType::Float16) {
        return m_casts.emplace(key, castNode(builder, operand, type, use)).first->second;
    }
    const FiniteUse finiteUse = isLimit ? FiniteUse::Limit : isWeight ? FiniteUse::Weight : FiniteUse::Value;
    const HostTensor value = asFloat16(*known, finiteUse);
    return m_casts.emplace(key, builder.constant(value.descriptor, value.bytes)).first->second;
}

void WeightsType::unify(GraphBuilder& builder, const Node& node, std::vector<std::optional<Operand>>& inputs)
{
    if (!m_type) {
        return;
    }
    std::vector<InputType> types;
    types.reserve(inputs.size());
    for (const std::optional<Operand>& input : inputs) {
        types.push_back(input ? std::optional(input->type()) : std::nullopt);
    }
    const std::vector<std::optional<Operand>> before = inputs;
    for (InputCast each : castsOf(node, types, isWide(node, hasFactorBeyond(builder, node, inputs)))) {
        std::optional<Operand>& input = inputs[each.input];
        if (each.same) {
            input = inputs[*each.same];
            continue;
        }
        if (each.beside == DataType::Undefined) {
            input = cast(builder, node.inputs[each.input], *input, each.to, each.use);
            continue;
        }
        const auto known = builder.isKnownConstant(*input) ? builder.knownValue(*input) : nullptr;
        if (const uint64_t beyond = clampedAsWeight(each, known.get()); beyond > 0) {
            builder.noteClamped({node.inputs[each.input], each.to, beyond, true});
        }
        input =
            builder
                .node("CastBeside", inputsOf(each, before, inputs), attributesOf(each), 1, {}, "weightless")
                .front();
    }
}

bool WeightsType::isWide(const Node& node, bool hasFactor) const
{
    if (node.outputs.empty()) {
        return false;
    }
    const std::string& output = node.outputs[0];
    const bool isBeyond = hasFactor || m_scalings.contains(output) || m_integers.factors.contains(output);
    return (*m_type == DataType::Float16 && isBeyond) || m_integers.positions.contains(output);
}

std::vector<InputCast> WeightsType::castsInBody(
    const Node& node, std::span<const InputType> types, std::span<const HostTensor* const> known) const
{
    if (!m_type) {
        return {};
    }
    bool hasFactor = false;
    for (size_t i = 0; i < known.size() && !hasFactor; ++i) {
        hasFactor = isFactor(node, i) && known[i] != nullptr && isConvertible(known[i]->descriptor.type)
            && isBeyondFloat16(*known[i]);
    }
    return castsOf(node, types, isWide(node, hasFactor));
}

Attributes WeightsType::completed(const Node& node, Attributes attributes) const
{
    if (m_type && isCastLike(node)) {
        attributes.set(std::string(ops::besideAttribute), static_cast<int64_t>(*m_type));
        const DataType like = node.inputs.size() > 1 ? typeInModel(node.inputs[1]) : m_modelType;
        attributes.set("to", static_cast<int64_t>(isConvertible(like) ? like : m_modelType));
        const auto from = node.inputs.empty() ? m_typesInModel.end() : m_typesInModel.find(node.inputs[0]);
        const bool isSame = (from == m_typesInModel.end() ? m_modelType : from->second) == like;
        attributes.set(std::string(ops::sameAttribute), int64_t {isSame});
    }
    return attributes;
}

std::vector<InputCast> WeightsType::castsOf(
    const Node& node, std::span<const InputType> types, bool isWide) const
{
    if (isCastLike(node)) { // which knows itself (completed())
        return {};
    }
    if (!makesSequences(node) || node.outputs.empty()) {
        return castsFor(node, types, *m_type, isWide);
    }
    const auto elements = m_typesInModel.find(node.outputs[0]);
    if (elements == m_typesInModel.end()) {
        return castsOfElements(node, types, m_modelType, undeclaredBeside());
    }
    return isConvertible(elements->second)
        ? castsOfElements(node, types, elements->second, DataType::Undefined)
        : std::vector<InputCast> {};
}

DataType WeightsType::typeInModel(const std::string& name) const
{
    const auto known = m_typesInModel.find(name);
    const bool holdsAll = *m_type == DataType::Float32;
    return known != m_typesInModel.end() && !holdsAll ? known->second : m_modelType;
}

DataType WeightsType::undeclaredBeside() const
{
    return *m_type == DataType::Float32 ? DataType::Undefined : *m_type;
}

std::optional<InputCast> WeightsType::castAtEnd(const ValueInfo& output) const
{
    if (!m_type || output.kind != "tensor") {
        return std::nullopt;
    }
    const bool isDeclared = output.type != DataType::Undefined;
    const DataType type = isDeclared ? output.type : typeInModel(output.name);
    if (!isConvertible(type)) {
        return std::nullopt;
    }
    const DataType beside = isDeclared ? DataType::Undefined : undeclaredBeside();
    return InputCast {.to = type, .beside = beside, .use = ops::finiteValues};
}

uint64_t clampedAsWeight(InputCast& cast, const HostTensor* known)
{
    if (known == nullptr || cast.use != ops::finiteValues || !isConvertible(known->descriptor.type)) {
        return 0;
    }
    cast.use = ops::finiteWeights;
    return cast.mayBeWide && isBeyondFloat16(*known) ? 0 : countBeyond(*known, cast.to);
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
    const std::optional<InputCast> end = mayBeAnother ? castAtEnd(declared) : std::nullopt;
    if (!end || operand.type() == end->to) {
        return operand;
    }
    return end->beside == DataType::Undefined
        ? castNode(builder, operand, end->to, end->use)
        : builder.node("CastBeside", {{operand}}, attributesOf(*end), 1, {}, "weightless").front();
}

} // namespace weightless
