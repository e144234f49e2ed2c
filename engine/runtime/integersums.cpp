// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/integersums.h"

#include "engine/model/forwardflow.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace weightless {

namespace {

constexpr int scalesOfReal = 2; // that of the activations and that of the weights

bool makesSums(const Node& node)
{
    return node.opType == "MatMulInteger" || node.opType == "MatMulInteger16" || node.opType == "ConvInteger";
}

// Whether the outputs are elements of the first input, or a choice of them, and perhaps of the other sign.
bool keepsScales(const Node& node)
{
    constexpr std::array<std::string_view, 18> names {"Abs", "DepthToSpace", "Expand", "Flatten", "Gather",
        "Identity", "MaxPool", "Neg", "Pad", "Relu", "Reshape", "Slice", "SpaceToDepth", "Split", "Squeeze",
        "Tile", "Transpose", "Unsqueeze"};
    return std::ranges::find(names, node.opType) != names.end();
}

// Elements of several inputs stand beside each other in what it makes, or are limited by each other.
bool mixesElements(const Node& node)
{
    constexpr std::array<std::string_view, 5> names {"Clip", "Concat", "Max", "Min", "Where"};
    return std::ranges::find(names, node.opType) != names.end();
}

// A value: its scales, or that it is a constant that may be a sum.
struct Meaning {
    std::optional<int> scales = {};
    bool isBias = false;
};

class Scalings : public ForwardFlow<Meaning> {
public:
    [[nodiscard]] std::set<std::string, std::less<>> take() { return std::move(m_found); }

protected:
    void visit(const ConstantInfo& constant) override { addConstant(constant, constant.name); }

    void visit(const Node& node) override
    {
        if (node.outputs.empty()) {
            return;
        }
        if (isStandardConstant(node)) {
            if (const auto constant = node.attributes.tensor("value")) {
                addConstant(*constant, node.outputs[0]);
            }
        } else if (makesSums(node)) {
            set(node.outputs[0], Meaning {.scales = 0});
        } else if (node.opType == "DynamicQuantizeLinear" && node.outputs.size() > 1) {
            set(node.outputs[1], Meaning {.scales = 1});
        } else if (!node.inputs.empty() && (node.opType == "Cast" || keepsScales(node))) {
            hand(node);
        } else if (const auto scales = scalesAfter(node); scales && !node.outputs[0].empty()) {
            set(node.outputs[0], Meaning {.scales = scales});
            m_found.insert(node.outputs[0]);
        }
    }

private:
    void addConstant(const ConstantInfo& constant, std::string_view name)
    {
        if (constant.descriptor.type == DataType::Int32) {
            set(name, Meaning {.isBias = true});
        }
    }

    // How many scales are in a value: none in sums. nullopt: it has to do with neither.
    [[nodiscard]] std::optional<int> scalesIn(std::string_view name) const
    {
        return meaningOf(name).value_or(Meaning {}).scales;
    }

    [[nodiscard]] bool isBias(std::string_view name) const
    {
        return meaningOf(name).value_or(Meaning {}).isBias;
    }

    void hand(const Node& node)
    {
        std::optional<Meaning> meaning = meaningOf(node.inputs[0]);
        if (meaning && node.opType == "Cast") {
            meaning->isBias = false;
        }
        for (const std::string& output : node.outputs) {
            set(output, meaning);
        }
    }

    // nullopt: all inputs have all of them, or have to do with none.
    [[nodiscard]] std::optional<int> fewestScales(const Node& node) const
    {
        int fewest = scalesOfReal;
        for (const std::string& input : node.inputs) {
            fewest = std::min(fewest, scalesIn(input).value_or(scalesOfReal));
        }
        return fewest < scalesOfReal ? std::optional(fewest) : std::nullopt;
    }

    // How many scales are in what the node makes; nullopt where that is no matter of sums.
    [[nodiscard]] std::optional<int> scalesAfter(const Node& node) const
    {
        if (mixesElements(node)) {
            return fewestScales(node);
        }
        if (node.inputs.size() < 2) {
            return std::nullopt;
        }
        const std::optional<int> first = scalesIn(node.inputs[0]);
        if (node.opType == "DequantizeLinear") {
            return first == 0            ? std::optional(1)
                : isBias(node.inputs[0]) ? std::optional(scalesOfReal)
                                         : std::nullopt;
        }
        if (node.inputs.size() != 2) { // a file may name any number of them, which is refused later on
            return std::nullopt;
        }
        const std::optional<int> fewest = fewestScales(node);
        if (!fewest || node.opType == "Add" || node.opType == "Sub") { // a bias or a zero point
            return fewest;
        }
        if (node.opType != "Mul" && node.opType != "Div") {
            return std::nullopt;
        }
        return std::min(first.value_or(1) + scalesIn(node.inputs[1]).value_or(1), scalesOfReal);
    }

    std::set<std::string, std::less<>> m_found;
};

} // namespace

std::set<std::string, std::less<>> scalingsOfIntegers(const ModelGraph& graph)
{
    Scalings scalings;
    scalings.follow(graph);
    return scalings.take();
}

} // namespace weightless
