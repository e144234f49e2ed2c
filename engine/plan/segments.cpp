// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/segments.h"

#include "engine/base/error.h"
#include "engine/ops/valueneeded.h"
#include "engine/plan/planner.h"
#include "engine/plan/segmentplan.h"

#include <algorithm>
#include <set>

namespace weightless::plan {

namespace {

// By node: an output of the graph depends on it.
std::vector<bool> neededNodes(const Dataflow& dataflow)
{
    std::vector<bool> isRead(dataflow.values.size());
    for (const auto& [name, value] : dataflow.outputs) {
        isRead[value] = true;
    }
    std::vector<bool> isNeeded(dataflow.nodes.size());
    for (size_t i = dataflow.nodes.size(); i-- > 0;) {
        const DataflowNode& node = dataflow.nodes[i];
        isNeeded[i] = std::ranges::any_of(node.outputs, [&](ValueId output) { return isRead[output]; });
        for (const auto& input : node.inputs) {
            if (isNeeded[i] && input) {
                isRead[*input] = true;
            }
        }
    }
    return isNeeded;
}

[[noreturn]] void failOpaque(const DataflowNode& node, size_t input)
{
    throw Error(ErrorKind::InvalidArgument,
        describe(node) + ": input " + std::to_string(input)
            + " is a sequence, an optional or a tensor of strings, expected a tensor of numbers");
}

class SegmentMaker {
public:
    SegmentMaker(const Dataflow& dataflow, Progress progress, const vulkan::DeviceTraits& traits,
        const SegmentOptions& options)
        : m_dataflow(dataflow)
        , m_start(std::move(progress))
        , m_now(m_start)
        , m_traits(traits)
        , m_options(options)
        , m_isNeeded(neededNodes(dataflow))
    {
    }

    Segment make()
    {
        for (size_t i = 0; i < m_dataflow.nodes.size(); ++i) {
            checkStop(m_options.plan.stopToken);
            if (!m_now.isDone[i]) {
                visit(i);
            }
        }
        if (std::vector<ValueId> sources = sourcesOf(m_awaited); !sources.empty()) {
            Segment reading;
            reading.awaited = std::move(sources);
            reading.after = std::move(m_start);
            return reading;
        }
        Segment segment;
        segment.hostNodes = m_hostNodes;
        segment.awaited.assign(m_awaited.begin(), m_awaited.end());
        segment.isLast = m_hostNodes.empty() && m_awaited.empty();
        planDeviceWork(segment);
        segment.after = std::move(m_now);
        return segment;
    }

private:
    [[nodiscard]] bool anyInput(const DataflowNode& node, ValueState state) const
    {
        return std::ranges::any_of(
            node.inputs, [&](const auto& input) { return input && m_now.states[*input] == state; });
    }

    void visit(size_t index)
    {
        const DataflowNode& node = m_dataflow.nodes[index];
        if (anyInput(node, ValueState::Pending)) {
            return;
        }
        if (isHostNode(node, m_now)) {
            if (m_isNeeded[index]) {
                m_hostNodes.push_back(index);
            }
            return;
        }
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (node.inputs[i] && m_now.states[*node.inputs[i]] == ValueState::Opaque) {
                failOpaque(node, i);
            }
        }
        try {
            Inference inference = inferNode(m_dataflow, node, m_now.specialization, m_options.plan);
            for (size_t i = 0; i < node.outputs.size(); ++i) {
                m_now.specialization.descriptors[node.outputs[i]] = std::move(inference.outputs[i]);
                m_now.specialization.known[node.outputs[i]] = std::move(inference.known[i]);
                m_now.states[node.outputs[i]] = ValueState::Tensor;
            }
            m_now.isDone[index] = true;
            if (m_isNeeded[index]) { // what others read of it is carried over for their sake alone
                m_nodes.push_back(index);
            }
        } catch (const ops::ValueNeeded& needed) {
            if (needed.input() >= node.inputs.size() || !node.inputs[needed.input()]) {
                throw Error(ErrorKind::Internal, describe(node) + " needs the value of a missing input");
            }
            if (m_isNeeded[index]) {
                await(node, *node.inputs[needed.input()]);
            }
        }
    }

    void await(const DataflowNode& node, ValueId value)
    {
        const TensorDescriptor& descriptor = m_now.specialization.descriptors[value];
        if (elementCount(descriptor.shape).value_or(INT64_MAX) > maxAwaitedElements) {
            throw Error(ErrorKind::Unsupported,
                describe(node) + ": '" + m_dataflow.values[value].name + "' is " + toString(descriptor)
                    + ", too large to decide a shape");
        }
        m_awaited.insert(value);
    }

    // Small values that were there before this segment and from which the awaited ones follow by folding:
    // with these nothing has to run first. Those of which this cannot be said wait for the device.
    [[nodiscard]] std::vector<ValueId> sourcesOf(const std::set<ValueId>& awaited) const
    {
        std::vector<std::optional<size_t>> producers(m_dataflow.values.size());
        for (const size_t index : m_nodes) {
            for (const ValueId output : m_dataflow.nodes[index].outputs) {
                producers[output] = index;
            }
        }
        std::set<ValueId> sources;
        for (const ValueId value : awaited) {
            std::set<ValueId> own;
            if (trace(value, producers, own)) {
                sources.insert(own.begin(), own.end());
            }
        }
        return {sources.begin(), sources.end()};
    }

    bool trace(
        ValueId first, const std::vector<std::optional<size_t>>& producers, std::set<ValueId>& sources) const
    {
        std::vector<ValueId> open {first};
        std::set<ValueId> seen;
        while (!open.empty()) {
            const ValueId value = open.back();
            open.pop_back();
            if (!seen.insert(value).second || m_now.specialization.known[value] != nullptr) {
                continue;
            }
            const int64_t elements =
                elementCount(m_now.specialization.descriptors[value].shape).value_or(INT64_MAX);
            if (m_now.states[value] != ValueState::Tensor || elements > maxAwaitedElements) {
                return false;
            }
            if (m_start.states[value] == ValueState::Tensor) {
                sources.insert(value);
                continue;
            }
            if (!producers[value] || m_dataflow.nodes[*producers[value]].op->fold == nullptr) {
                return false;
            }
            const DataflowNode& producer = m_dataflow.nodes[*producers[value]];
            for (const auto& input : producer.inputs) {
                const bool isRead = !producer.op->foldsFromFirst || &input == &producer.inputs.front();
                if (input && isRead) {
                    open.push_back(*input);
                }
            }
        }
        return true;
    }

    void planDeviceWork(Segment& segment)
    {
        const bool isWhole = segment.isLast && m_nodes.size() == m_dataflow.nodes.size()
            && m_options.emitsOutputs && hasTensorsAlone()
            && std::ranges::none_of(m_now.isEmitted, [](bool emitted) { return emitted; });
        if (isWhole) {
            segment.plan = makePlan(m_dataflow, m_now.specialization, m_traits, m_options.plan);
            segment.inputs = m_dataflow.inputs;
            for (size_t i = 0; i < m_dataflow.outputs.size(); ++i) {
                segment.outputs.push_back({m_dataflow.outputs[i].second, i});
                m_now.isEmitted[i] = true;
            }
            return;
        }
        planNodes(m_dataflow, m_now, m_nodes, outputsOf(segment), m_traits, m_options.plan, segment);
    }

    // What comes in and what goes out: a constant of strings may be an output without a node.
    [[nodiscard]] bool hasTensorsAlone() const
    {
        const auto isTensor = [&](ValueId value) { return m_start.states[value] != ValueState::Opaque; };
        return std::ranges::all_of(m_dataflow.inputs, isTensor)
            && std::ranges::all_of(
                m_dataflow.outputs, [&](const auto& output) { return isTensor(output.second); });
    }

    std::vector<SegmentOutput> outputsOf(const Segment& segment)
    {
        std::vector<SegmentOutput> outputs;
        std::vector<bool> isCarried = carried(segment);
        for (size_t i = 0; m_options.emitsOutputs && i < m_dataflow.outputs.size(); ++i) {
            const ValueId value = m_dataflow.outputs[i].second;
            if (!m_now.isEmitted[i] && m_now.states[value] == ValueState::Tensor) {
                outputs.push_back({value, i});
                m_now.isEmitted[i] = true;
                isCarried[value] = false; // the caller's tensor stays
            }
        }
        for (ValueId value = 0; value < isCarried.size(); ++value) {
            if (isCarried[value]) {
                outputs.push_back({value, {}});
            }
        }
        return outputs;
    }

    // By value: computed on the device in this segment, and read after it.
    [[nodiscard]] std::vector<bool> carried(const Segment& segment) const
    {
        std::vector<bool> isRead(m_dataflow.values.size());
        for (size_t i = 0; i < m_dataflow.nodes.size(); ++i) {
            for (const auto& input : m_dataflow.nodes[i].inputs) {
                if (m_isNeeded[i] && !m_now.isDone[i] && input) {
                    isRead[*input] = true;
                }
            }
        }
        for (const ValueId value : segment.awaited) {
            isRead[value] = true;
        }
        for (size_t i = 0; i < m_dataflow.outputs.size(); ++i) {
            isRead[m_dataflow.outputs[i].second] =
                isRead[m_dataflow.outputs[i].second] || !m_options.emitsOutputs;
        }
        for (ValueId value = 0; value < isRead.size(); ++value) {
            isRead[value] = isRead[value] && m_start.states[value] == ValueState::Pending
                && m_now.states[value] == ValueState::Tensor && m_now.specialization.known[value] == nullptr;
        }
        return isRead;
    }

    const Dataflow& m_dataflow;
    Progress m_start;
    Progress m_now;
    const vulkan::DeviceTraits& m_traits;
    const SegmentOptions& m_options;
    std::vector<bool> m_isNeeded;
    std::vector<size_t> m_nodes; // inferred in this segment
    std::vector<size_t> m_hostNodes;
    std::set<ValueId> m_awaited;
};

} // namespace

Progress beginProgress(const Dataflow& dataflow, const std::vector<GivenInput>& inputs)
{
    Progress progress;
    progress.isDone.resize(dataflow.nodes.size());
    progress.isEmitted.resize(dataflow.outputs.size());
    for (const Value& value : dataflow.values) {
        Value declared = value;
        ValueState state = value.kind == ValueKind::Computed ? ValueState::Pending : ValueState::Tensor;
        if (value.kind == ValueKind::Computed) {
            declared.descriptor = {};
        } else if (value.kind == ValueKind::Input) {
            state = inputs.at(value.index).state;
            declared.descriptor = inputs[value.index].descriptor;
        } else if (value.descriptor.type == DataType::String) {
            state = ValueState::Opaque;
        }
        progress.states.push_back(state);
        specializeValue(declared, progress.specialization);
        if (value.kind == ValueKind::Input && inputs[value.index].value) {
            progress.specialization.known.back() = inputs[value.index].value;
        }
    }
    return progress;
}

bool choosesHost(const DataflowNode& node, const Specialization& specialization)
{
    if (node.host == nullptr || node.host->takes == nullptr) {
        return false;
    }
    std::vector<TensorDescriptor> descriptors;
    std::vector<const HostTensor*> values;
    for (const auto& input : node.inputs) {
        descriptors.push_back(input ? specialization.descriptors[*input] : TensorDescriptor {});
        values.push_back(input ? specialization.known[*input].get() : nullptr);
    }
    return node.host->takes({node.attributes, descriptors, values});
}

bool isHostNode(const DataflowNode& node, const Progress& progress)
{
    if (node.op->infer == nullptr) {
        return true;
    }
    if (node.host == nullptr) {
        return false;
    }
    const bool isOpaque = std::ranges::any_of(node.inputs,
        [&](const auto& input) { return input && progress.states[*input] == ValueState::Opaque; });
    return isOpaque || choosesHost(node, progress.specialization);
}

Segment makeSegment(const Dataflow& dataflow, Progress progress, const vulkan::DeviceTraits& traits,
    const SegmentOptions& options)
{
    return SegmentMaker(dataflow, std::move(progress), traits, options).make();
}

} // namespace weightless::plan
