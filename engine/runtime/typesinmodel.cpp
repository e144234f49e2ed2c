// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/typesinmodel.h"

#include "engine/model/forwardflow.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace weightless {

namespace {

template <size_t count>
bool isAmong(const std::array<std::string_view, count>& names, const Node& node)
{
    return std::ranges::find(names, node.opType) != names.end();
}

// Whatever it is given.
bool makesNoFloats(const Node& node)
{
    constexpr std::array<std::string_view, 26> names {"And", "ArgMax", "ArgMin", "ConvInteger", "Equal",
        "Greater", "GreaterOrEqual", "IsInf", "IsNaN", "Less", "LessOrEqual", "MatMulInteger",
        "MatMulInteger16", "Multinomial", "NonMaxSuppression", "NonZero", "Not", "OptionalHasElement", "Or",
        "QGemm", "QuantizeLinear", "SequenceLength", "Shape", "Size", "TfIdfVectorizer", "Xor"};
    return isAmong(names, node) || node.opType.starts_with("QLinear");
}

// Its other outputs say where, or whether.
bool makesFloatsFirst(const Node& node)
{
    constexpr std::array<std::string_view, 4> names {"Dropout", "MaxPool", "TopK", "Unique"};
    return isAmong(names, node);
}

// It says itself what it makes, float32 where it says nothing.
bool choosesType(const Node& node)
{
    constexpr std::array<std::string_view, 7> names {"BlackmanWindow", "HammingWindow", "HannWindow",
        "MelWeightMatrix", "RandomNormal", "RandomUniform", "SequenceEmpty"};
    return isAmong(names, node);
}

bool handsOn(const Node& node)
{
    return node.opType == "Identity" || node.opType.starts_with("Sequence")
        || node.opType.starts_with("Optional") || node.opType == "SplitToSequence"
        || node.opType == "ConcatFromSequence";
}

std::optional<DataType> typeAttribute(const Node& node)
{
    constexpr std::array<std::string_view, 4> names {"to", "dtype", "output_dtype", "output_datatype"};
    for (const std::string_view name : names) {
        const AttributeValue* value = node.attributes.find(name);
        if (const auto* number = value != nullptr ? std::get_if<int64_t>(value) : nullptr) {
            return static_cast<DataType>(*number);
        }
    }
    return std::nullopt;
}

std::optional<DataType> typeOfConstant(const Node& node)
{
    if (const auto constant = node.attributes.tensor("value")) {
        return constant->descriptor.type;
    }
    const bool isOfFloats = node.attributes.has("value_float") || node.attributes.has("value_floats");
    return isOfFloats ? std::optional(DataType::Float32) : std::nullopt;
}

class TypesInModel : public ForwardFlow<DataType> {
public:
    [[nodiscard]] std::map<std::string, DataType, std::less<>> byName() const
    {
        std::map<std::string, DataType, std::less<>> types;
        forEachMeaning([&types](std::string_view name, DataType type) {
            const auto [known, isNew] = types.emplace(name, type);
            if (!isNew && known->second != type) {
                known->second = DataType::Undefined;
            }
        });
        std::erase_if(types, [](const auto& each) { return each.second == DataType::Undefined; });
        return types;
    }

protected:
    void visitGraph(const ModelGraph& graph) override
    {
        for (const std::vector<ValueInfo>* values : {&graph.inputs, &graph.outputs, &graph.values}) {
            for (const ValueInfo& value : *values) {
                say(value.name, value.type);
            }
        }
    }

    void visit(const ConstantInfo& constant) override { say(constant.name, constant.descriptor.type); }

    void visit(const Node& node) override
    {
        if (node.outputs.empty() || makesNoFloats(node)) {
            return;
        }
        if (node.opType == "DynamicQuantizeLinear") {
            if (node.outputs.size() > 1) {
                say(node.outputs[1], DataType::Float32);
            }
            return;
        }
        const std::optional<DataType> type = typeOf(node);
        const size_t count = makesFloatsFirst(node) ? 1 : node.outputs.size();
        for (size_t i = 0; type && i < count; ++i) {
            say(node.outputs[i], *type);
        }
    }

private:
    void say(std::string_view name, DataType type)
    {
        set(name, type != DataType::Undefined ? std::optional(type) : std::nullopt);
    }

    // nullopt: of no floats that are known.
    [[nodiscard]] std::optional<DataType> typeOf(const Node& node) const
    {
        if (isStandardConstant(node)) {
            return typeOfConstant(node);
        }
        const std::optional<DataType> chosen = typeAttribute(node);
        if (chosen || node.opType == "Cast") {
            return chosen;
        }
        if (choosesType(node)) {
            return DataType::Float32;
        }
        if (node.opType == "ConstantOfShape") {
            return typeOfConstant(node).value_or(DataType::Float32);
        }
        const size_t first = node.opType == "OneHot"              ? 2
            : node.opType == "CastLike" || node.opType == "Where" ? 1
                                                                  : 0;
        for (size_t i = first; i < node.inputs.size(); ++i) {
            const std::optional<DataType> type = meaningOf(node.inputs[i]);
            if (type && isFloat(*type)) {
                return type;
            }
        }
        return handsOn(node) && !node.inputs.empty() ? meaningOf(node.inputs[0]) : std::nullopt;
    }
};

} // namespace

std::map<std::string, DataType, std::less<>> typesInModel(const ModelGraph& graph)
{
    TypesInModel types;
    types.follow(graph);
    return types.byName();
}

} // namespace weightless
