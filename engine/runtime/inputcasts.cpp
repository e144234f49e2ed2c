// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/inputcasts.h"

#include "engine/constants/conversion/floatconversion.h"
#include "engine/ops/finitecast.h"
#include "engine/runtime/integerarithmetic.h"
#include "engine/runtime/owntypes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

bool isConvertible(DataType type)
{
    return canConvertFloats(type, DataType::Float32);
}

// Operators whose inputs limit others, or are compared: a number beyond float16 is no mask there.
bool takesLimits(const Node& node)
{
    constexpr std::array<std::string_view, 8> names {
        "Clip", "Min", "Max", "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual"};
    return std::ranges::find(names, node.opType) != names.end();
}

// Inputs that say where or how many, or whether: `first` to `last` of the operator. What a shape follows from
// is looked at before the run, which a cast beside what the device computes would put off.
struct Places {
    std::string_view opType;
    size_t first;
    size_t last;
};

constexpr std::array places {
    Places {"AffineGrid", 1, 1},
    Places {"BlackmanWindow", 0, 0},
    Places {"CenterCropPad", 1, 1},
    Places {"Col2Im", 1, 2},
    Places {"Compress", 1, 1},
    Places {"ConstantOfShape", 0, 0},
    Places {"CumSum", 1, 1},
    Places {"DFT", 1, 2},
    Places {"Expand", 1, 1},
    Places {"GRU", 4, 4},
    Places {"Gather", 1, 1},
    Places {"GatherElements", 1, 1},
    Places {"GatherND", 1, 1},
    Places {"HammingWindow", 0, 0},
    Places {"HannWindow", 0, 0},
    Places {"LSTM", 4, 4},
    Places {"MaxUnpool", 2, 2},
    Places {"OneHot", 0, 1},
    Places {"Pad", 1, 1},
    Places {"Pad", 3, 3},
    Places {"RNN", 4, 4},
    Places {"Reshape", 1, 1},
    Places {"ReverseSequence", 1, 1},
    Places {"RoiAlign", 2, 2},
    Places {"STFT", 1, 1},
    Places {"STFT", 3, 3},
    Places {"Scatter", 1, 1},
    Places {"ScatterElements", 1, 1},
    Places {"ScatterND", 1, 1},
    Places {"SequenceInsert", 0, 0},
    Places {"SequenceInsert", 2, 2},
    Places {"Slice", 1, 4},
    Places {"Split", 1, 1},
    Places {"SplitToSequence", 1, 1},
    Places {"Squeeze", 1, 1},
    Places {"Tile", 1, 1},
    Places {"TopK", 1, 1},
    Places {"Trilu", 1, 1},
    Places {"Unsqueeze", 1, 1},
    Places {"Where", 0, 0},
};

bool isPlace(const Node& node, size_t input)
{
    return (input == 1 && node.opType.starts_with("Reduce"))
        || std::ranges::any_of(places, [&](const Places& each) {
               return each.opType == node.opType && each.first <= input && input <= each.last;
           });
}

// What BatchNormalization has for its channels, a scale of the weights' type that comes through other nodes,
// say, beside a bias that stayed: all in float32 where they are not of one type, or may not be.
std::vector<InputCast> channelCasts(const Node& node, std::span<const InputType> types)
{
    std::vector<InputCast> casts;
    bool isMixed = false;
    for (size_t i = 1; i < types.size() && isBatchNormalization(node); ++i) {
        const bool mayBeFloat = types[i] && (isConvertible(*types[i]) || types[i] == DataType::Undefined);
        if (mayBeFloat) {
            isMixed = isMixed || types[i] == DataType::Undefined || types[i] != types[1];
            casts.push_back({.input = i, .to = DataType::Float32, .use = ops::finiteValues});
        }
    }
    std::erase_if(casts, [&](const InputCast& each) { return types[each.input] == DataType::Float32; });
    return isMixed ? casts : std::vector<InputCast> {};
}

// They hand on sequences, or whatever a run gives them.
bool takesAnything(const Node& node)
{
    return !makesSequences(node)
        && (node.opType.starts_with("Sequence") || node.opType.starts_with("Optional")
            || node.opType == "ConcatFromSequence");
}

// The casts of a node's inputs, of which a file may have any number: each value is cast once, and where
// there are more than a few, one cast looks at all types and the others at what became of that.
class NodeCasts {
public:
    NodeCasts(const Node& node, std::span<const InputType> types)
        : m_node(node)
    {
        for (size_t i = 0; i < types.size(); ++i) {
            if (isUnified(node, i, types) && m_first.emplace(node.inputs[i], i).second) {
                m_inputs.push_back(i);
            }
        }
    }

    [[nodiscard]] std::vector<InputCast> decided(std::vector<InputCast> casts) const
    {
        for (InputCast& cast : casts) {
            const auto first = m_first.find(m_node.inputs[cast.input]);
            if (first != m_first.end() && first->second != cast.input) {
                cast.same = first->second;
            }
        }
        return casts;
    }

    [[nodiscard]] std::vector<InputCast> undecided(std::vector<InputCast> casts) const
    {
        constexpr size_t mostInputs = 16; // those of operators with inputs of several kinds
        casts = decided(std::move(casts));
        std::optional<size_t> leader;
        for (InputCast& cast : casts) {
            if (cast.same || cast.beside == DataType::Undefined) {
                continue;
            }
            if (leader) {
                cast.leader = leader;
                continue;
            }
            std::ranges::copy_if(
                m_inputs, std::back_inserter(cast.others), [&](size_t i) { return i != cast.input; });
            leader = m_inputs.size() > mostInputs ? std::optional(cast.input) : std::nullopt;
        }
        return casts;
    }

private:
    const Node& m_node;
    std::unordered_map<std::string_view, size_t> m_first; // that has the value
    std::vector<size_t> m_inputs; // unified, each value once
};

} // namespace

Attributes attributesOf(const InputCast& cast)
{
    Attributes attributes;
    attributes.set("to", static_cast<int64_t>(cast.to));
    attributes.set(std::string(ops::finiteAttribute), cast.use);
    if (cast.beside != DataType::Undefined) {
        attributes.set(std::string(ops::besideAttribute), static_cast<int64_t>(cast.beside));
    }
    if (cast.mayBeWide) {
        attributes.set(std::string(ops::factorsAttribute), int64_t {1});
    }
    return attributes;
}

bool isUnified(const Node& node, size_t input, std::span<const InputType> types)
{
    if (!types[input] || hasOwnType(node, input)) {
        return false;
    }
    const bool mayBeFloat =
        *types[input] == DataType::Undefined && !isPlace(node, input) && !takesAnything(node);
    return isConvertible(*types[input]) || mayBeFloat;
}

bool makesSequences(const Node& node)
{
    return node.opType == "SequenceConstruct" || node.opType == "SequenceInsert"
        || node.opType == "SplitToSequence" || node.opType == "Optional";
}

std::vector<InputCast> castsOfElements(
    const Node& node, std::span<const InputType> types, DataType elements, DataType type)
{
    std::vector<InputCast> casts;
    for (size_t i = 0; i < types.size(); ++i) {
        if (isUnified(node, i, types) && types[i] != elements) {
            casts.push_back({.input = i, .to = elements, .beside = type, .use = ops::finiteValues});
        }
    }
    return NodeCasts(node, types).decided(std::move(casts));
}

std::vector<InputCast> castsFor(
    const Node& node, std::span<const InputType> types, DataType type, bool isWide)
{
    const bool isForFloat32 = takesFloat32Only(node);
    const DataType wanted = isForFloat32 || isWide ? DataType::Float32 : type;
    bool isCertain = isForFloat32;
    size_t count = 0;
    size_t unknown = 0;
    for (size_t i = 0; i < types.size(); ++i) {
        if (isUnified(node, i, types)) {
            isCertain = isCertain || types[i] == (isWide ? type : wanted);
            ++count;
            unknown += *types[i] == DataType::Undefined ? 1 : 0;
        }
    }
    if (!isCertain && (unknown == 0 || count < 2)) {
        return channelCasts(node, types);
    }
    // Then a run decides for all of them.
    const bool mayBeWide = wanted == DataType::Float16 && unknown > 0 && count > 1 && isFactor(node, 0);
    const bool isDecided = isCertain && !mayBeWide;
    std::vector<InputCast> casts;
    for (size_t i = 0; i < types.size(); ++i) {
        if (isUnified(node, i, types) && (mayBeWide || types[i] != wanted)) {
            casts.push_back({.input = i,
                .to = wanted,
                .beside = isDecided ? DataType::Undefined : type,
                .use = takesLimits(node) ? ops::finiteLimits : ops::finiteValues,
                .mayBeWide = mayBeWide});
        }
    }
    const NodeCasts values(node, types);
    casts = isDecided ? values.decided(std::move(casts)) : values.undecided(std::move(casts));
    std::ranges::move(channelCasts(node, types), std::back_inserter(casts));
    return casts;
}

} // namespace weightless
