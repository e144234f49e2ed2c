// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless::testing {

using Values = std::vector<std::optional<plan::ValueId>>;

inline const Shape imageShape {2, 6, 4, 5};

inline Attributes attributeOf(const char* name, AttributeValue value)
{
    Attributes attributes;
    attributes.set(name, std::move(value));
    return attributes;
}

// GroupNorm as exporters write it before opset 18: three groups of two channels.
struct Groups {
    DataType type = DataType::Float32;
    std::vector<int64_t> grouping {0, 3, -1};
    double scale = 1; // what the InstanceNormalization multiplies with
    double bias = 0;
    Shape restored = imageShape;
    Shape factors {6, 1, 1};
    Shape offsets {6, 1, 1};
};

class NormSketch : public OnnxSketch {
public:
    plan::ValueId filled(int64_t count, double value, DataType type = DataType::Float32)
    {
        HostTensor tensor = makeHostTensor({type, {count}});
        for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
            setElement(tensor, i, value);
        }
        return known(std::move(tensor));
    }
    plan::ValueId reshaped(plan::ValueId x, const std::vector<int64_t>& shape)
    {
        return node("Reshape", {x, known(makeInt64Tensor(shape))});
    }
    plan::ValueId silu(plan::ValueId x) { return node("Mul", {x, node("Sigmoid", {x})}); }
    // Another output of the last node.
    plan::ValueId otherOutput()
    {
        dataflow.values.emplace_back();
        dataflow.nodes.back().outputs.push_back(static_cast<plan::ValueId>(dataflow.values.size() - 1));
        return dataflow.nodes.back().outputs.back();
    }

    plan::ValueId scaledNorm(plan::ValueId x, const Groups& groups)
    {
        const int64_t count = groups.grouping[1];
        const plan::ValueId normal = node("InstanceNormalization",
            {reshaped(x, groups.grouping), filled(count, groups.scale, groups.type),
                filled(count, groups.bias, groups.type)},
            attributeOf("epsilon", 0.25f));
        factors = hollow(groups.factors, groups.type);
        scaled = node("Mul", {reshaped(normal, groups.restored), factors});
        return scaled;
    }
    plan::ValueId groupNorm(plan::ValueId x, const Groups& groups)
    {
        offsets = hollow(groups.offsets, groups.type);
        return node("Add", {offsets, scaledNorm(x, groups)});
    }

    // The node that yields a value after fusion: one alone.
    [[nodiscard]] plan::DataflowNode onlyProducer(plan::ValueId value) const
    {
        std::vector<plan::DataflowNode> found;
        for (const plan::DataflowNode& node : plan::fuse(dataflow, specialized())) {
            if (std::ranges::find(node.outputs, value) != node.outputs.end()) {
                found.push_back(node);
            }
        }
        return found.size() == 1 ? found[0] : plan::DataflowNode {};
    }
    [[nodiscard]] std::string opTypeOf(plan::ValueId value) const
    {
        const plan::DataflowNode node = onlyProducer(value);
        return node.op == nullptr ? "none, or several" : std::string(node.op->name);
    }
    [[nodiscard]] std::string activationOf(plan::ValueId value) const
    {
        return producer(value).attributes.stringOr("activation", "");
    }

    // Of the last groupNorm().
    plan::ValueId factors = 0;
    plan::ValueId offsets = 0;
    plan::ValueId scaled = 0;
};

} // namespace weightless::testing
