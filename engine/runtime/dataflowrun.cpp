// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/dataflowrun.h"

#include "engine/base/error.h"
#include "engine/runtime/resolving.h"

#include <chrono>

namespace weightless {

namespace {

bool readsOnHost(const plan::DataflowNode& node, size_t input)
{
    switch (controlFlowOf(node)) {
    case ops::ControlFlow::None:
        return true;
    case ops::ControlFlow::If:
        return input == 0; // condition
    case ops::ControlFlow::Loop:
        return input < 2; // trip count, condition
    case ops::ControlFlow::Scan:
    case ops::ControlFlow::SequenceMap:
        break;
    }
    return false;
}

} // namespace

DataflowRun::DataflowRun(RunSite& site, StageTree& stages, const OutputPlace* place)
    : m_site(site)
    , m_stages(stages)
    , m_dataflow(stages.dataflow())
    , m_place(place)
    , m_values(m_dataflow.values.size())
{
}

std::vector<RunValue> DataflowRun::run(const std::vector<RunValue>& inputs)
{
    std::vector<plan::GivenInput> given;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const bool isRead = inputs[i].host && m_stages.inputsRead().contains(i);
        given.push_back({inputs[i].state, inputs[i].descriptor, isRead ? inputs[i].host->tensor : nullptr});
        m_values[m_dataflow.inputs[i]] = inputs[i];
    }
    const std::stop_token& stop = m_site.options().stopToken;
    Stage* stage = &m_stages.first(m_site.stageSite(), std::move(given), stop);
    while (true) {
        m_site.checkStop();
        if (stage->execution) {
            runDeviceWork(*stage);
        }
        release(stage->readByPlan);
        if (stage->segment.isLast) {
            break;
        }
        runHostWork(*stage);
        Stage& next = m_stages.next(m_site.stageSite(), *stage, learned(stage->segment), stop,
            [&] { return progressAfter(stage->segment); });
        release(stage->readByHost);
        stage = &next;
    }
    std::vector<RunValue> outputs;
    for (const auto& [name, id] : m_dataflow.outputs) {
        outputs.push_back(value(id, stage->segment.after));
    }
    return outputs;
}

void DataflowRun::release(const std::vector<plan::ValueId>& values)
{
    for (const plan::ValueId id : values) {
        m_values[id] = {};
    }
}

void DataflowRun::runDeviceWork(Stage& stage)
{
    const plan::Segment& segment = stage.segment;
    StepBindings bindings;
    for (size_t i = 0; i < segment.inputs.size(); ++i) {
        RunValue& input = value(segment.inputs[i], segment.after);
        m_site.bringToDevice(input, stage.uploads[i]);
        bindings.inputs.push_back(input.range);
    }
    for (size_t i = 0; i < segment.outputs.size(); ++i) {
        const TensorDescriptor& descriptor = segment.plan->outputs[i];
        RunValue result {.state = plan::ValueState::Tensor, .descriptor = descriptor};
        if (segment.outputs[i].graphOutput) {
            result.range = (*m_place)(*segment.outputs[i].graphOutput, descriptor);
        } else {
            const uint64_t bytes = byteCount(descriptor).value_or(0);
            const auto slot = m_site.takeSlot(bytes, stage.results[i]);
            result.range = {slot->buffer, 0, bytes};
            result.hold = slot;
        }
        bindings.outputs.push_back(result.range);
        RunValue& target = m_values[segment.outputs[i].value];
        if (!target.isThere()) {
            target = std::move(result);
        }
    }
    m_site.execute(stage, bindings);
}

void DataflowRun::runHostWork(const Stage& stage)
{
    const plan::Segment& segment = stage.segment;
    std::vector<RunValue*> toRead;
    for (const plan::ValueId id : segment.awaited) {
        toRead.push_back(&value(id, segment.after));
    }
    for (const size_t index : segment.hostNodes) {
        const plan::DataflowNode& node = m_dataflow.nodes[index];
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (node.inputs[i] && readsOnHost(node, i)) {
                toRead.push_back(&value(*node.inputs[i], segment.after));
            }
        }
    }
    m_site.readToHost(toRead);
    for (const size_t index : segment.hostNodes) {
        m_site.checkStop();
        runHostNode(m_dataflow.nodes[index], segment.after);
    }
}

void DataflowRun::runHostNode(const plan::DataflowNode& node, const plan::Progress& progress)
{
    const auto start = std::chrono::steady_clock::now();
    try {
        std::vector<std::optional<RunValue>> inputs;
        for (const auto& input : node.inputs) {
            inputs.push_back(input ? std::optional(value(*input, progress)) : std::nullopt);
        }
        std::vector<RunValue> outputs = m_site.runHostNode()(m_site, node, m_dataflow.opset, inputs);
        if (outputs.size() < node.outputs.size()) {
            throw Error(ErrorKind::Internal, "it yielded " + std::to_string(outputs.size()) + " values");
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            m_values[node.outputs[i]] = std::move(outputs[i]);
        }
    } catch (...) {
        const Error error = currentError();
        throw Error(error.kind(), plan::describe(node) + ": " + error.message());
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    m_site.addHostStep(node, elapsed.count());
}

RunValue& DataflowRun::value(plan::ValueId id, const plan::Progress& progress)
{
    RunValue& found = m_values[id];
    if (found.isThere()) {
        return found;
    }
    const plan::Value& declared = m_dataflow.values[id];
    if (const auto& known = progress.specialization.known[id]) {
        found = runValueOf({known, nullptr});
    } else if (declared.kind == plan::ValueKind::Constant) {
        found = m_site.constantValue(declared.index);
    } else {
        throw Error(ErrorKind::Internal, "value " + std::to_string(id) + " was used before it was computed");
    }
    return found;
}

std::string DataflowRun::learned(const plan::Segment& segment) const
{
    std::string key;
    for (const plan::ValueId id : segment.awaited) {
        addToKey(key, *m_values[id].host->tensor);
    }
    for (const size_t index : segment.hostNodes) {
        for (const plan::ValueId id : m_dataflow.nodes[index].outputs) {
            addToKey(key, m_values[id].state, m_values[id].descriptor);
        }
    }
    return key;
}

plan::Progress DataflowRun::progressAfter(const plan::Segment& segment) const
{
    plan::Progress progress = segment.after;
    for (const plan::ValueId id : segment.awaited) {
        progress.specialization.known[id] = m_values[id].host->tensor;
    }
    for (const size_t index : segment.hostNodes) {
        progress.isDone[index] = true;
        for (const plan::ValueId id : m_dataflow.nodes[index].outputs) {
            progress.states[id] = m_values[id].state;
            progress.specialization.descriptors[id] = m_values[id].descriptor;
        }
    }
    return progress;
}

} // namespace weightless
