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

void WidenedValues::follow(const Node& node)
{
    if (m_types.empty() || !isStandard(node) || node.inputs.empty()) {
        return;
    }
    const bool moves = node.opType == "Concat"
        ? std::ranges::all_of(node.inputs, [&](const std::string& input) { return isWidened(input); })
        : std::ranges::find(movers, node.opType) != movers.end();
    const DataType type = moves ? typeOf(node.inputs[0]) : DataType::Undefined;
    if (type == DataType::Undefined) {
        return;
    }
    for (const std::string& output : node.outputs) {
        add(output, type);
    }
}

DataType WidenedValues::typeOf(const std::string& name) const
{
    const auto found = m_types.find(name);
    return found != m_types.end() ? found->second : DataType::Undefined;
}

std::optional<size_t> WidenedValues::inputAsInModel(const Node& node) const
{
    const bool isQuantization = node.opType == "QuantizeLinear";
    if (!isStandard(node) || (!isQuantization && node.opType != "CastLike")) {
        return std::nullopt;
    }
    const size_t input = isQuantization ? 2 : 1;
    return input < node.inputs.size() && isWidened(node.inputs[input]) ? std::optional(input) : std::nullopt;
}

Attributes WidenedValues::attributesOf(const Node& node) const
{
    const std::optional<size_t> asInModel = inputAsInModel(node);
    std::vector<int64_t> widened;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (isWidened(node.inputs[i]) && i != asInModel) {
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
