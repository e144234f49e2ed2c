// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusion.h"
#include "engine/plan/planner.h"
#include "tests/engine/plan/fakedevice.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::testing {

// Builds a Dataflow of ONNX operators, nodes named n0, n1 …, and plans it without a device.
class OnnxSketch {
public:
    plan::ValueId input(Shape shape, DataType type = DataType::Float32)
    {
        const plan::ValueId id = add({plan::ValueKind::Input, dataflow.inputs.size(),
            {type, std::move(shape)}, nullptr, "input " + std::to_string(dataflow.inputs.size())});
        dataflow.inputs.push_back(id);
        return id;
    }
    plan::ValueId hollow(Shape shape, DataType type = DataType::Float32)
    {
        return add({plan::ValueKind::Constant, m_constants++, {type, std::move(shape)}, nullptr, "weight"});
    }
    plan::ValueId known(HostTensor tensor)
    {
        const TensorDescriptor descriptor = tensor.descriptor;
        return add({plan::ValueKind::Known, 0, descriptor,
            std::make_shared<const HostTensor>(std::move(tensor)), "known"});
    }
    plan::ValueId number(float value)
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, {}});
        setElement(tensor, 0, static_cast<double>(value));
        return known(std::move(tensor));
    }
    plan::ValueId integers(const std::vector<int64_t>& values)
    {
        HostTensor tensor = makeHostTensor({DataType::Int64, {static_cast<int64_t>(values.size())}});
        for (size_t i = 0; i < values.size(); ++i) {
            setElement(tensor, i, values[i]);
        }
        return known(std::move(tensor));
    }
    // Its first output; the others follow it.
    plan::ValueId node(std::string_view opType, const std::vector<std::optional<plan::ValueId>>& inputs,
        const Attributes& attributes = {}, std::string_view domain = "", size_t outputCount = 1)
    {
        plan::DataflowNode node {ops::standardRegistry().find(domain, opType, dataflow.opset), attributes,
            inputs, {}, std::string("n").append(std::to_string(dataflow.nodes.size()))};
        for (size_t i = 0; i < outputCount; ++i) {
            node.outputs.push_back(add({}));
        }
        const plan::ValueId id = node.outputs.front();
        dataflow.nodes.push_back(std::move(node));
        return id;
    }
    void output(plan::ValueId value)
    {
        dataflow.outputs.emplace_back("output" + std::to_string(dataflow.outputs.size()), value);
    }

    [[nodiscard]] plan::Specialization specialized(const plan::PlanOptions& options = {}) const
    {
        std::vector<Shape> shapes;
        for (const plan::ValueId input : dataflow.inputs) {
            shapes.push_back(dataflow.values[input].descriptor.shape);
        }
        return plan::specialize(dataflow, shapes, options);
    }
    // The node that yields a value after fusion: the last one, which stands where its pattern's last node
    // stood.
    [[nodiscard]] plan::DataflowNode producer(plan::ValueId value) const
    {
        plan::DataflowNode result;
        for (const plan::DataflowNode& node : plan::fuse(dataflow, specialized())) {
            if (std::ranges::find(node.outputs, value) != node.outputs.end()) {
                result = node;
            }
        }
        return result;
    }
    [[nodiscard]] std::shared_ptr<const plan::Plan> planned(
        const vulkan::DeviceTraits& traits = capableDevice(), const plan::PlanOptions& options = {}) const
    {
        return plan::makePlan(dataflow, specialized(options), traits, options);
    }

    plan::Dataflow dataflow;

private:
    plan::ValueId add(plan::Value value)
    {
        dataflow.values.push_back(std::move(value));
        return static_cast<plan::ValueId>(dataflow.values.size() - 1);
    }

    size_t m_constants = 0;
};

} // namespace weightless::testing
