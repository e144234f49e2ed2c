// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/planner.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/plan/fusion.h"
#include "engine/plan/homes.h"
#include "engine/plan/lowering.h"

#include <algorithm>

namespace weightless::plan {

namespace {

constexpr uint64_t minArenaAlignmentBytes = 256; // no vendor asks for more

// By value: some step has to compute it, or has to find its bytes on the device.
std::vector<bool> neededOnDevice(
    const Dataflow& dataflow, const std::vector<DataflowNode>& nodes, const Specialization& specialization)
{
    std::vector<bool> needed(dataflow.values.size());
    for (const auto& [name, value] : dataflow.outputs) {
        needed[value] = true;
    }
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        const bool computes = std::ranges::any_of(node->outputs,
            [&](ValueId output) { return needed[output] && specialization.known[output] == nullptr; });
        if (!computes) {
            continue;
        }
        for (const auto& input : node->inputs) {
            if (input) {
                needed[*input] = true;
            }
        }
    }
    return needed;
}

// For a step; whole where it is short enough, else cut between two characters.
std::string stepName(const std::string& name)
{
    if (name.size() <= maxStepNameBytes) {
        return name;
    }
    size_t end = maxStepNameBytes;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0u) == 0x80u) {
        --end;
    }
    return name.substr(0, end) + "…";
}

class Planner {
public:
    Planner(const Dataflow& dataflow, const Specialization& specialization,
        const vulkan::DeviceTraits& traits, const PlanOptions& options)
        : m_dataflow(dataflow)
        , m_specialization(specialization)
        , m_traits(traits)
        , m_options(options)
        , m_nodes(fuse(dataflow, specialization, options.stopToken))
        , m_needed(neededOnDevice(dataflow, m_nodes, specialization))
        , m_tensorOf(dataflow.values.size(), noTensor)
    {
    }

    Plan make()
    {
        declareValues();
        for (const DataflowNode& node : m_nodes) {
            checkStop(m_options.stopToken);
            lower(node);
        }
        copyForwardedOutputs();
        const uint64_t alignment =
            std::max<uint64_t>(m_traits.storageOffsetAlignmentBytes, minArenaAlignmentBytes);
        Plan plan = settle(std::move(m_draft),
            {.alignment = alignment,
                .guardBytes = m_options.guardBytes,
                .slabBytes = std::max(alignDown(m_traits.maxAllocationBytes, alignment), alignment),
                .stepsAhead = m_options.stepsAhead.value_or(ops::devicePolicy(m_traits).stepsAhead)});
        for (const ValueId input : m_dataflow.inputs) {
            plan.inputs.push_back(m_specialization.descriptors[input]);
        }
        for (const auto& [name, value] : m_dataflow.outputs) {
            plan.outputs.push_back(m_specialization.descriptors[value]);
        }
        return plan;
    }

private:
    static constexpr uint32_t noTensor = UINT32_MAX;

    void declareValues()
    {
        for (ValueId id = 0; id < m_dataflow.values.size(); ++id) {
            const Value& value = m_dataflow.values[id];
            DraftTensor tensor {.descriptor = m_specialization.descriptors[id]};
            if (m_specialization.known[id] != nullptr) {
                tensor.home = Home::Known;
                tensor.known = m_specialization.known[id];
            } else if (value.kind == ValueKind::Input) {
                tensor.home = Home::Input;
                tensor.index = value.index;
            } else if (value.kind == ValueKind::Constant) {
                tensor.home = Home::Constant;
                tensor.index = value.index;
            }
            if (tensor.home != Home::Arena) {
                chargeDeclared(value, tensor);
            }
            m_tensorOf[id] = m_draft.add(std::move(tensor));
        }
        // A computed output is written straight into the caller's tensor; the first output with that value
        // gets it.
        for (size_t i = 0; i < m_dataflow.outputs.size(); ++i) {
            DraftTensor& tensor = m_draft.tensors[m_tensorOf[m_dataflow.outputs[i].second]];
            if (tensor.home == Home::Arena) {
                tensor.home = Home::Output;
                tensor.index = i;
            }
        }
    }

    void chargeDeclared(const Value& value, const DraftTensor& tensor)
    {
        try {
            m_draft.addBytes(tensor.descriptor, m_options.limits);
        } catch (const Error& error) {
            throw Error(error.kind(),
                "'" + value.name + "' is " + toString(tensor.descriptor) + ": " + error.message());
        }
    }

    void lower(const DataflowNode& node)
    {
        std::vector<bool> wanted; // of results without elements there is nothing to compute
        for (const ValueId output : node.outputs) {
            wanted.push_back(m_needed[output] && m_specialization.known[output] == nullptr
                && elementCount(m_specialization.descriptors[output].shape) != 0);
        }
        if (std::ranges::none_of(wanted, [](bool want) { return want; })) {
            return;
        }
        std::vector<std::optional<uint32_t>> inputs;
        for (const auto& input : node.inputs) {
            inputs.push_back(input ? std::optional(m_tensorOf[*input]) : std::nullopt);
        }
        const NodeLowering::Site site {
            m_traits, m_dataflow.opset, stepName(node.name), m_options, m_stepCheck};
        try {
            std::vector<uint32_t> outputs;
            for (const ValueId output : node.outputs) {
                outputs.push_back(m_tensorOf[output]);
                m_draft.addBytes(m_specialization.descriptors[output], m_options.limits);
            }
            NodeLowering(
                site, *node.op, node.attributes, m_draft, std::move(inputs), std::move(outputs), wanted)
                .lower();
        } catch (...) {
            const Error error = currentError();
            throw Error(error.kind(), describe(node) + ": " + error.message());
        }
    }

    // Outputs that are an input, a constant, a known value, or another output's value.
    void copyForwardedOutputs()
    {
        for (size_t i = 0; i < m_dataflow.outputs.size(); ++i) {
            const uint32_t source = m_tensorOf[m_dataflow.outputs[i].second];
            const DraftTensor& tensor = m_draft.tensors[source];
            const bool isOwn = tensor.home == Home::Output && tensor.index == i;
            if (isOwn || byteCount(tensor.descriptor).value_or(0) == 0) {
                continue;
            }
            m_draft.addLaunch(m_options.limits);
            DraftTensor target {.descriptor = tensor.descriptor, .home = Home::Output, .index = i};
            const uint32_t id = m_draft.add(std::move(target));
            m_draft.steps.push_back(
                {CopyStep {m_draft.ref(source), m_draft.ref(id)}, m_dataflow.outputs[i].first, "Copy"});
        }
    }

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
    const vulkan::DeviceTraits& m_traits;
    const PlanOptions& m_options;
    std::vector<DataflowNode> m_nodes;
    std::vector<bool> m_needed;
    std::vector<uint32_t> m_tensorOf;
    StepCheck m_stepCheck {m_traits};
    Draft m_draft;
};

// Than it may be, or has a tensor that the device gives no memory for.
bool isTooLarge(const Plan& plan, const PlanOptions& options)
{
    return (options.arenaBudget > 0 && plan.arenaBytes > options.arenaBudget)
        || std::ranges::any_of(plan.tensors, [&](const PlanTensor& tensor) {
               return tensor.home == Home::Arena && tensor.sizeBytes > plan.slabBytes;
           });
}

} // namespace

std::shared_ptr<const Plan> makePlan(const Dataflow& dataflow, const Specialization& specialization,
    const vulkan::DeviceTraits& traits, const PlanOptions& options)
{
    constexpr uint64_t leastScratchBytes = MiB;
    Plan plan = Planner(dataflow, specialization, traits, options).make();
    // Steps in turn and smaller parts are slower: only where the arena would be too large, and no smaller
    // than that needs.
    PlanOptions smaller = options;
    if (isTooLarge(plan, options)) {
        smaller.stepsAhead = 0;
        plan = Planner(dataflow, specialization, traits, smaller).make();
    }
    while (isTooLarge(plan, options) && smaller.scratchBytes > leastScratchBytes) {
        smaller.scratchBytes = std::max(smaller.scratchBytes / 4, leastScratchBytes);
        try {
            Plan next = Planner(dataflow, specialization, traits, smaller).make();
            if (next.arenaBytes < plan.arenaBytes) {
                plan = std::move(next);
            }
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Unsupported) {
                throw;
            }
            break; // so many parts exceed a plan's limits
        }
    }
    return std::make_shared<const Plan>(std::move(plan));
}

} // namespace weightless::plan
