// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/planner.h"
#include "tests/engine/plan/fakedevice.h"

namespace weightless::testing {

inline const vulkan::KernelCode fakeStepKernel = fakeKernel("fake");

inline void inferSame(ops::InferenceContext& context)
{
    context.setOutput(0, context.type(0), context.shape(0));
}

inline void lowerOneStep(ops::LoweringContext& context)
{
    // As many rounds as the tensor has elements.
    ops::DispatchStep step {
        .loopRounds = ops::LoopRounds(static_cast<uint64_t>(context.output(0).elements()))};
    step.kernel = &fakeStepKernel;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        step.bindings.push_back({context.input(i), ops::Access::Read});
    }
    step.bindings.push_back({context.output(0), ops::Access::Write});
    context.dispatch(std::move(step));
}

inline void lowerElementwise(ops::LoweringContext& context)
{
    ops::DispatchStep step {.loopRounds = ops::fewLoopRounds};
    step.kernel = &fakeStepKernel;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        step.bindings.push_back({context.input(i), ops::Access::Read});
    }
    step.bindings.push_back({context.output(0), ops::Access::Write});
    step.isElementwise = true;
    context.dispatch(std::move(step));
}

// The first quarter of a value, as a view.
inline void inferQuarter(ops::InferenceContext& context)
{
    context.setOutput(0, context.type(0), {context.shape(0)[0] / 4});
}

inline void lowerAsQuarter(ops::LoweringContext& context)
{
    context.aliasOutput(0, context.view(context.input(0), context.output(0).descriptor));
}

// Of four quarters.
inline void inferJoined(ops::InferenceContext& context)
{
    context.setOutput(0, context.type(0), {4 * context.shape(0)[0]});
}

inline void lowerJoined(ops::LoweringContext& context)
{
    for (size_t i = 0; i < 4; ++i) {
        const ops::TensorRef part = context.input(i);
        context.copy(part,
            context.view(context.output(0), part.descriptor, i * static_cast<uint64_t>(part.elements())));
    }
}

inline void lowerAsAlias(ops::LoweringContext& context)
{
    context.aliasOutput(0, context.input(0));
}

inline std::vector<HostTensor> foldSame(const ops::FoldContext& context)
{
    return {*context.inputs[0]};
}

inline const ops::Operator fakeStep {
    .name = "Step", .maxInputs = ops::anyCount, .infer = inferSame, .lower = lowerOneStep};
inline const ops::Operator fakeElementwise {
    .name = "Elementwise", .maxInputs = ops::anyCount, .infer = inferSame, .lower = lowerElementwise};
inline const ops::Operator fakeView {.name = "View", .infer = inferSame, .lower = lowerAsAlias};
inline const ops::Operator fakeQuarter {.name = "Quarter", .infer = inferQuarter, .lower = lowerAsQuarter};
inline const ops::Operator fakeJoin {
    .name = "Join", .minInputs = 4, .maxInputs = 4, .infer = inferJoined, .lower = lowerJoined};
inline const ops::Operator fakeFold {
    .name = "Fold", .infer = inferSame, .lower = lowerOneStep, .fold = foldSame};

// Builds a Dataflow of float32[64] values (256 bytes each).
class Sketch {
public:
    plan::ValueId input()
    {
        const plan::ValueId id =
            add({plan::ValueKind::Input, dataflow.inputs.size(), descriptor, nullptr, "input"});
        dataflow.inputs.push_back(id);
        return id;
    }
    plan::ValueId hollow()
    {
        return add({plan::ValueKind::Constant, m_constants++, descriptor, nullptr, "weight"});
    }
    plan::ValueId known()
    {
        return add({plan::ValueKind::Known, 0, descriptor,
            std::make_shared<const HostTensor>(makeHostTensor(descriptor)), "known"});
    }
    plan::ValueId node(const ops::Operator& op, const std::vector<plan::ValueId>& inputs)
    {
        plan::DataflowNode node {&op, {}, {inputs.begin(), inputs.end()}, {}, "node"};
        // No two are the same, or plans would join them.
        node.attributes.set("number", static_cast<int64_t>(dataflow.nodes.size()));
        const plan::ValueId id = add({plan::ValueKind::Computed, 0, descriptor, nullptr, {}});
        node.outputs.push_back(id);
        dataflow.nodes.push_back(std::move(node));
        return id;
    }
    void output(plan::ValueId value)
    {
        dataflow.outputs.emplace_back("output" + std::to_string(dataflow.outputs.size()), value);
    }

    [[nodiscard]] std::shared_ptr<const plan::Plan> make(const plan::PlanOptions& options = {}) const
    {
        std::vector<Shape> shapes;
        for (const plan::ValueId input : dataflow.inputs) {
            shapes.push_back(dataflow.values[input].descriptor.shape);
        }
        return plan::makePlan(dataflow, plan::specialize(dataflow, shapes), {}, options);
    }

    const TensorDescriptor descriptor {DataType::Float32, {64}};
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
