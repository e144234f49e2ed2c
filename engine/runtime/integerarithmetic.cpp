// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/integerarithmetic.h"

#include "engine/model/backwardflow.h"
#include "engine/model/forwardflow.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace weightless {

namespace {

// Whether the outputs are elements of the first input, limited, rounded or summed up perhaps.
bool keepsIntegers(const Node& node)
{
    constexpr std::array<std::string_view, 28> names {"Abs", "Cast", "CastLike", "Ceil", "Clip", "Compress",
        "Expand", "Flatten", "Floor", "Gather", "GatherElements", "GatherND", "Identity", "Neg", "Pad",
        "ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum", "Reshape", "Resize", "Round", "Slice", "Split",
        "Squeeze", "Tile", "Transpose", "Unsqueeze"};
    return std::ranges::find(names, node.opType) != names.end();
}

bool mixesElements(const Node& node)
{
    constexpr std::array<std::string_view, 4> names {"Concat", "Max", "Min", "Where"};
    return std::ranges::find(names, node.opType) != names.end();
}

bool isArithmetic(const Node& node)
{
    constexpr std::array<std::string_view, 5> names {"Add", "Div", "Mod", "Mul", "Sub"};
    return node.inputs.size() == 2 && std::ranges::find(names, node.opType) != names.end();
}

bool isCastToBool(const Node& node)
{
    const AttributeValue* to = node.opType == "Cast" ? node.attributes.find("to") : nullptr;
    const auto* type = to != nullptr ? std::get_if<int64_t>(to) : nullptr;
    return type != nullptr && *type == static_cast<int64_t>(DataType::Bool);
}

// What is weighed by Softmax, and all from which that is computed in the ways above.
class Weighed : private BackwardFlow {
public:
    explicit Weighed(const ModelGraph& graph) { followBack(graph); }

    [[nodiscard]] bool contains(const ValueScopes::Key& key) const { return m_marked.contains(key); }

private:
    void visit(const Node& node) override
    {
        const bool weighs = node.opType == "Softmax" || node.opType == "LogSoftmax"
            || node.opType.find("Attention") != std::string::npos;
        const bool hands = keepsIntegers(node) || mixesElements(node) || isArithmetic(node);
        if (weighs || (hands && makesMarked(node))) {
            markInputs(node);
        }
    }
};

enum class Kind { Constant, Position, Number };

// Of 16 bits float16 has nearly all.
bool mayBeBeyondFloat16(DataType type)
{
    return type == DataType::Int32 || type == DataType::Int64 || type == DataType::UInt32
        || type == DataType::UInt64;
}

class Integers : public ForwardFlow<Kind> {
public:
    explicit Integers(const ModelGraph& graph)
        : m_weighed(graph)
    {
    }

    [[nodiscard]] IntegerArithmetic take() { return std::move(m_found); }

protected:
    void visitGraph(const ModelGraph& graph) override
    {
        for (const ValueInfo& input : graph.inputs) {
            if (mayBeBeyondFloat16(input.type)) {
                set(input.name, Kind::Number);
            }
        }
    }

    void visit(const ConstantInfo& constant) override { add(constant, constant.name); }

    void visit(const Node& node) override
    {
        if (node.outputs.empty()) {
            return;
        }
        const std::string& output = node.outputs[0];
        if (isStandardConstant(node)) {
            if (const auto constant = node.attributes.tensor("value")) {
                add(*constant, output);
            } else {
                set(output, node.attributes.has("value_ints") ? Kind::Position : Kind::Constant);
            }
        } else if (node.opType == "Shape" || node.opType == "ConstantOfShape") {
            set(output, Kind::Constant);
        } else if (node.opType == "Range" || node.opType == "NonZero" || node.opType.starts_with("ArgM")) {
            set(output, Kind::Position);
        } else if (node.opType == "TopK") {
            set(node.outputs.size() > 1 ? node.outputs[1] : std::string_view(), Kind::Position);
        } else if (node.opType == "AffineGrid") {
            set(output, Kind::Position);
            m_found.positions.insert(output);
        } else if (!node.inputs.empty() && keepsIntegers(node)) {
            const std::optional<Kind> kind = isCastToBool(node) ? std::nullopt : meaningOf(node.inputs[0]);
            std::ranges::for_each(node.outputs, [&](const std::string& name) { set(name, kind); });
        } else if (mixesElements(node)) {
            set(output, mixed(node));
        } else if (isArithmetic(node)) {
            compute(node);
        } else {
            addFactors(node);
        }
    }

private:
    // A single number is a factor or a count.
    void add(const ConstantInfo& constant, std::string_view name)
    {
        const DataType type = constant.descriptor.type;
        const bool counts = (type == DataType::Int64 || type == DataType::Int32)
            && elementCount(constant.descriptor.shape).value_or(0) > 1;
        set(name, counts ? Kind::Position : Kind::Constant);
    }

    // Not of attention.
    void addFactors(const Node& node)
    {
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (isFactor(node, i) && meaningOf(node.inputs[i]) == Kind::Number
                && !m_weighed.contains(keyOf(node.outputs[0]))) {
                m_found.factors.insert(node.outputs[0]);
            }
        }
    }

    // nullopt: activations are among them, which is what such a node makes then.
    [[nodiscard]] std::optional<Kind> mixed(const Node& node) const
    {
        Kind kind = Kind::Constant;
        for (size_t i = node.opType == "Where" ? 1 : 0; i < node.inputs.size(); ++i) {
            const std::optional<Kind> each = meaningOf(node.inputs[i]);
            if (!each) {
                return std::nullopt;
            }
            kind = std::max(kind, *each);
        }
        return kind;
    }

    void compute(const Node& node)
    {
        const std::string& output = node.outputs[0];
        const std::optional<Kind> first = meaningOf(node.inputs[0]);
        const std::optional<Kind> second = meaningOf(node.inputs[1]);
        const bool isOfPositions = first == Kind::Position
            || (second == Kind::Position && (node.opType != "Div" || first == Kind::Constant));
        if (isOfPositions && !m_weighed.contains(keyOf(output))) {
            set(output, Kind::Position);
            m_found.positions.insert(output);
            return;
        }
        addFactors(node);
        if (first && second && first != Kind::Position && second != Kind::Position) {
            set(output, std::max(*first, *second));
        }
    }

    Weighed m_weighed;
    IntegerArithmetic m_found;
};

} // namespace

bool isFactor(const Node& node, size_t input)
{
    return node.opType == "Mul" || node.opType == "Div" || (node.opType == "Pow" && input == 0);
}

IntegerArithmetic arithmeticOfIntegers(const ModelGraph& graph)
{
    Integers integers(graph);
    integers.follow(graph);
    return integers.take();
}

} // namespace weightless
