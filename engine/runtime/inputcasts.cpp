// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/inputcasts.h"

#include "engine/constants/conversion/floatconversion.h"
#include "engine/ops/finitecast.h"
#include "engine/runtime/owntypes.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

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
    Places {"CenterCropPad", 1, 1},
    Places {"Col2Im", 1, 2},
    Places {"Compress", 1, 1},
    Places {"ConstantOfShape", 0, 0},
    Places {"CumSum", 1, 1},
    Places {"Expand", 1, 1},
    Places {"Gather", 1, 1},
    Places {"GatherElements", 1, 1},
    Places {"GatherND", 1, 1},
    Places {"OneHot", 0, 1},
    Places {"Pad", 1, 1},
    Places {"Pad", 3, 3},
    Places {"Reshape", 1, 1},
    Places {"ReverseSequence", 1, 1},
    Places {"RoiAlign", 2, 2},
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

// What comes out of a sequence or an optional is of the type that its maker declared, and all of it of one.
bool makesSequences(const Node& node)
{
    return node.opType == "SequenceConstruct" || node.opType == "SequenceInsert"
        || node.opType == "SplitToSequence" || node.opType == "Optional";
}

// They hand on sequences, or whatever a run gives them.
bool takesAnything(const Node& node)
{
    return !makesSequences(node)
        && (node.opType.starts_with("Sequence") || node.opType.starts_with("Optional")
            || node.opType == "ConcatFromSequence");
}

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

bool isScaledByFactor(const Node& node)
{
    return node.opType == "Mul" || node.opType == "Div";
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

std::vector<size_t> inputsOf(const InputCast& cast, const Node& node, std::span<const InputType> types)
{
    std::vector<size_t> inputs {cast.input};
    for (size_t i = 0; cast.beside != DataType::Undefined && i < types.size(); ++i) {
        if (i != cast.input && isUnified(node, i, types)) {
            inputs.push_back(i);
        }
    }
    return inputs;
}

std::vector<InputCast> castsFor(
    const Node& node, std::span<const InputType> types, DataType type, bool isWide)
{
    const bool isForFloat32 = takesFloat32Only(node) || makesSequences(node);
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
        return {};
    }
    // Then a run decides for all of them.
    const bool mayBeWide = wanted == DataType::Float16 && unknown > 0 && count > 1 && isScaledByFactor(node);
    const bool isDecided = isCertain && !mayBeWide;
    std::vector<InputCast> casts;
    for (size_t i = 0; i < types.size(); ++i) {
        if (isUnified(node, i, types) && (mayBeWide || types[i] != wanted)) {
            casts.push_back({i, wanted, isDecided ? DataType::Undefined : type,
                takesLimits(node) ? ops::finiteLimits : ops::finiteValues, mayBeWide});
        }
    }
    return casts;
}

} // namespace weightless
