// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/widening.h"

#include "engine/ops/nodeview.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace weightless {

namespace {

bool isStandard(const Node& node)
{
    return node.domain.empty() || node.domain == "ai.onnx";
}

// Operators whose outputs are elements of their first input.
constexpr std::array<std::string_view, 14> movers {"Identity", "Reshape", "Squeeze", "Unsqueeze", "Flatten",
    "Transpose", "Slice", "Split", "Expand", "Tile", "Gather", "GatherElements", "GatherND", "DepthToSpace"};

} // namespace

bool WidenedValues::isWidenedOrAbsent(const Node& node, size_t input) const
{
    return input >= node.inputs.size() || node.inputs[input].empty() || isWidened(node.inputs[input]);
}

// Whether the outputs are elements of widened inputs.
bool WidenedValues::isMoved(const Node& node) const
{
    if (!isStandard(node) || node.inputs.empty() || !isWidened(node.inputs[0])) {
        return false;
    }
    if (node.opType == "Concat") {
        return std::ranges::all_of(node.inputs, [&](const std::string& input) { return isWidened(input); });
    }
    if (node.opType == "Pad") {
        constexpr size_t padValue = 2;
        return isWidenedOrAbsent(node, padValue);
    }
    return std::ranges::find(movers, node.opType) != movers.end();
}

void WidenedValues::follow(const Node& node)
{
    if (!isMoved(node)) {
        return;
    }
    const DataType type = typeOf(node.inputs[0]);
    for (const std::string& output : node.outputs) {
        add(output, type);
    }
}

bool WidenedValues::takesWidened(const Node& node, size_t input) const
{
    constexpr size_t zeroPoint = 2;
    if (node.opType == "DequantizeLinear") { // beside a zero point that was computed, x is in its type
        return input != 0 || isWidenedOrAbsent(node, zeroPoint);
    }
    if (!isStandard(node)) {
        return node.opType != "QuantizeLinear";
    }
    return isMoved(node) || node.opType == "Cast" || node.opType == "Shape" || node.opType == "Size";
}

DataType WidenedValues::typeOf(const std::string& name) const
{
    const auto found = m_types.find(name);
    return found != m_types.end() ? found->second : DataType::Undefined;
}

std::vector<size_t> WidenedValues::inputsAsInModel(const Node& node) const
{
    std::vector<size_t> inputs;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (isWidened(node.inputs[i]) && !takesWidened(node, i)) {
            inputs.push_back(i);
        }
    }
    return inputs;
}

Attributes WidenedValues::attributesOf(const Node& node) const
{
    std::vector<int64_t> widened;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (isWidened(node.inputs[i]) && takesWidened(node, i)) {
            widened.push_back(static_cast<int64_t>(i));
        }
    }
    Attributes attributes = node.attributes;
    if (!widened.empty()) {
        attributes.set(std::string(ops::widenedAttribute), std::move(widened));
    }
    return attributes;
}

} // namespace weightless
