// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/segmentplan.h"

#include "engine/plan/planner.h"

#include <unordered_map>

namespace weightless::plan {

namespace {

// The nodes of one segment as a dataflow of their own, with its values numbered anew.
class Excerpt {
public:
    Excerpt(const Dataflow& dataflow, const Progress& progress)
        : m_whole(dataflow)
        , m_progress(progress)
    {
        m_part.opset = dataflow.opset;
    }

    void add(const DataflowNode& node)
    {
        DataflowNode copy {
            .op = node.op, .attributes = node.attributes, .inputs = {}, .outputs = {}, .name = node.name};
        for (const auto& input : node.inputs) {
            copy.inputs.push_back(input ? std::optional(idOf(*input)) : std::nullopt);
        }
        for (const ValueId output : node.outputs) {
            copy.outputs.push_back(declare(output, ValueKind::Computed));
        }
        m_part.nodes.push_back(std::move(copy));
    }

    void addOutput(const SegmentOutput& output)
    {
        m_part.outputs.emplace_back(output.graphOutput ? m_whole.outputs[*output.graphOutput].first
                                                       : m_whole.values[output.value].name,
            idOf(output.value));
    }

    [[nodiscard]] const std::vector<ValueId>& inputs() const { return m_inputs; }
    [[nodiscard]] std::shared_ptr<const Plan> plan(
        const vulkan::DeviceTraits& traits, const PlanOptions& options) const
    {
        return makePlan(m_part, m_specialization, traits, options);
    }

private:
    ValueId idOf(ValueId whole)
    {
        const auto found = m_ids.find(whole);
        if (found != m_ids.end()) {
            return found->second;
        }
        if (m_progress.specialization.known[whole] != nullptr) {
            return declare(whole, ValueKind::Known);
        }
        if (m_whole.values[whole].kind == ValueKind::Constant) {
            return declare(whole, ValueKind::Constant);
        }
        const ValueId id = declare(whole, ValueKind::Input);
        m_part.values[id].index = m_inputs.size();
        m_part.inputs.push_back(id);
        m_inputs.push_back(whole);
        return id;
    }

    ValueId declare(ValueId whole, ValueKind kind)
    {
        const auto id = static_cast<ValueId>(m_part.values.size());
        Value value {kind, m_whole.values[whole].index, m_progress.specialization.descriptors[whole], nullptr,
            m_whole.values[whole].name};
        value.known = m_progress.specialization.known[whole];
        m_part.values.push_back(std::move(value));
        m_specialization.descriptors.push_back(m_progress.specialization.descriptors[whole]);
        m_specialization.known.push_back(m_progress.specialization.known[whole]);
        m_ids.emplace(whole, id);
        return id;
    }

    const Dataflow& m_whole;
    const Progress& m_progress;
    Dataflow m_part;
    Specialization m_specialization;
    std::unordered_map<ValueId, ValueId> m_ids;
    std::vector<ValueId> m_inputs;
};

} // namespace

void planNodes(const Dataflow& dataflow, const Progress& progress, std::span<const size_t> nodes,
    std::vector<SegmentOutput> outputs, const vulkan::DeviceTraits& traits, const PlanOptions& options,
    Segment& segment)
{
    if (outputs.empty()) {
        return;
    }
    Excerpt excerpt(dataflow, progress);
    for (const size_t node : nodes) {
        excerpt.add(dataflow.nodes[node]);
    }
    for (const SegmentOutput& output : outputs) {
        excerpt.addOutput(output);
    }
    segment.plan = excerpt.plan(traits, options);
    segment.inputs = excerpt.inputs();
    segment.outputs = std::move(outputs);
}

} // namespace weightless::plan
