// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/stages.h"

#include <algorithm>

namespace weightless {

namespace {

// Shapes, or values that decide them, between which callers go to and fro.
constexpr size_t keptWays = 4;

void addNumber(std::string& key, int64_t number)
{
    key.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// What nodes that are not done will read, and what the dataflow yields.
std::vector<bool> stillRead(const plan::Dataflow& dataflow, const std::vector<bool>& isDone)
{
    std::vector<bool> result(dataflow.values.size());
    for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
        for (const auto& input : dataflow.nodes[i].inputs) {
            if (input && !isDone[i]) {
                result[*input] = true;
            }
        }
    }
    for (const auto& [name, id] : dataflow.outputs) {
        result[id] = true;
    }
    return result;
}

std::vector<plan::ValueId> difference(const std::vector<bool>& before, const std::vector<bool>& after)
{
    std::vector<plan::ValueId> result;
    for (plan::ValueId id = 0; id < before.size(); ++id) {
        if (before[id] && !after[id]) {
            result.push_back(id);
        }
    }
    return result;
}

// `before`: what was to be read then.
void findLastReads(const plan::Dataflow& dataflow, const std::vector<bool>& before, Stage& stage)
{
    const plan::Segment& segment = stage.segment;
    std::vector<bool> isDone = segment.after.isDone;
    std::vector<bool> between = stillRead(dataflow, isDone);
    for (const plan::ValueId id : segment.awaited) {
        between[id] = true;
    }
    for (const size_t index : segment.hostNodes) {
        isDone[index] = true;
        for (const plan::ValueId id : dataflow.nodes[index].outputs) {
            between[id] = true;
        }
    }
    stage.readByPlan = difference(before, between);
    stage.readByHost = difference(between, stillRead(dataflow, isDone));
}

} // namespace

void addToKey(std::string& key, plan::ValueState state, const TensorDescriptor& descriptor)
{
    addNumber(key, static_cast<int64_t>(state));
    addNumber(key, static_cast<int64_t>(descriptor.type));
    addNumber(key, static_cast<int64_t>(descriptor.shape.size()));
    for (const int64_t size : descriptor.shape) {
        addNumber(key, size);
    }
}

void addToKey(std::string& key, const HostTensor& value)
{
    addToKey(key, plan::ValueState::Tensor, value.descriptor);
    key.append(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
}

StageTree::StageTree(const plan::Dataflow& dataflow, bool emitsOutputs)
    : m_dataflow(dataflow)
    , m_emitsOutputs(emitsOutputs)
{
}

Stage& StageTree::first(
    const StageSite& site, std::vector<plan::GivenInput> inputs, const std::stop_token& stop)
{
    ++m_run;
    std::string shapes;
    for (const plan::GivenInput& input : inputs) {
        addToKey(shapes, input.state, input.descriptor);
    }
    if (Stage* known = find(m_first, shapes)) {
        return *known;
    }
    std::string key = shapes;
    for (const plan::GivenInput& input : inputs) {
        if (input.value) {
            addToKey(key, *input.value);
        }
    }
    if (Stage* known = find(m_first, key)) {
        return *known;
    }
    // The same shapes with other values: these may not matter to them, which a stage without values will
    // tell.
    if (std::ranges::any_of(m_first, [&](const auto& entry) { return entry.first.starts_with(shapes); })) {
        key = shapes;
        for (plan::GivenInput& input : inputs) {
            input.value = nullptr;
        }
    }
    Stage& stage = add(site, m_first, key, plan::beginProgress(m_dataflow, inputs), stop);
    rememberInputsRead(stage.segment);
    return stage;
}

void StageTree::rememberInputsRead(const plan::Segment& segment)
{
    if (segment.plan || !segment.hostNodes.empty()) {
        return;
    }
    for (size_t i = 0; i < m_dataflow.inputs.size(); ++i) {
        if (std::ranges::find(segment.awaited, m_dataflow.inputs[i]) != segment.awaited.end()) {
            m_inputsRead.insert(i);
        }
    }
}

size_t StageTree::countOf(const List& list)
{
    size_t count = list.size();
    for (const auto& [key, stage] : list) {
        count += countOf(stage->next);
    }
    return count;
}

void StageTree::findOldestEnd(List& list, End& oldest)
{
    for (auto entry = list.begin(); entry != list.end(); ++entry) {
        Stage& stage = *entry->second;
        if (!stage.next.empty()) {
            findOldestEnd(stage.next, oldest);
        } else if (stage.lastRun < oldest.lastRun) {
            oldest = {&list, entry, stage.lastRun};
        }
    }
}

void StageTree::dropOldEnds()
{
    // In a run of more stages than that nothing becomes an end that another run left.
    for (; m_count > mostStages && m_runWithoutOthers != m_run; --m_count) {
        End oldest {.lastRun = m_run};
        findOldestEnd(m_first, oldest);
        if (oldest.list == nullptr) {
            m_runWithoutOthers = m_run;
            return;
        }
        oldest.list->erase(oldest.entry);
    }
}

Stage* StageTree::find(List& list, const std::string& key) const
{
    const auto found = std::ranges::find(list, key, &List::value_type::first);
    if (found == list.end()) {
        return nullptr;
    }
    list.splice(list.begin(), list, found);
    list.front().second->lastRun = m_run;
    return list.front().second.get();
}

Stage& StageTree::add(const StageSite& site, List& list, const std::string& key, plan::Progress progress,
    const std::stop_token& stop)
{
    plan::SegmentOptions options;
    options.plan.stopToken = stop;
    options.plan.arenaBudget = site.arenaBudget;
    options.plan.stepsAhead = site.stepsAhead;
    options.emitsOutputs = m_emitsOutputs;
    auto stage = std::make_unique<Stage>();
    const std::vector<bool> read = stillRead(m_dataflow, progress.isDone);
    stage->segment = plan::makeSegment(m_dataflow, std::move(progress), site.traits, options);
    if (stage->segment.plan) {
        stage->execution = std::make_unique<Execution>(stage->segment.plan, site.scratch);
        stage->uploads.resize(stage->segment.inputs.size());
        stage->results.resize(stage->segment.outputs.size());
    }
    findLastReads(m_dataflow, read, *stage);
    if (site.planCount != nullptr) {
        ++*site.planCount;
    }
    list.emplace_front(key, std::move(stage));
    if (list.size() > keptWays) {
        m_count -= 1 + countOf(list.back().second->next);
        list.pop_back();
    }
    Stage& added = *list.front().second;
    added.lastRun = m_run;
    if (++m_count > mostStages) {
        dropOldEnds();
    }
    return added;
}

} // namespace weightless
