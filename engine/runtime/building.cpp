// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/plan/arenamap.h"
#include "engine/plan/limits.h"
#include "engine/runtime/builderstate.h"
#include "engine/runtime/constantuses.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/filterorder.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/graphinternals.h"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless {

namespace {

void notePeak(MemoryPlan& memory, const plan::ArenaMap& arena)
{
    if (arena.steps.empty()) {
        return;
    }
    const plan::ArenaMap::Step& peak = arena.steps[arena.peakStep()];
    memory.peakStep = plan::describe(peak);
    memory.peakBytes = peak.liveBytes;
}

MemoryPlan memoryPlanOf(const ConstantStore& constants, const plan::Segment& first)
{
    MemoryPlan memory;
    memory.constantBytes = constants.totalBytes();
    memory.isComplete = first.isLast;
    if (first.plan) {
        memory.activationBytes = first.plan->arenaBytes;
        memory.derivedBytes = first.plan->keptBytes;
        memory.stepCount = first.plan->steps.size();
        memory.onceStepCount = first.plan->onceSteps.size();
        notePeak(memory, plan::arenaMapOf(*first.plan));
    }
    return memory;
}

using Outputs = std::vector<std::pair<std::string, plan::ValueId>>;

// The outputs of the dataflow, for as long as it is not known that they can be planned.
class TentativeOutputs {
public:
    TentativeOutputs(plan::Dataflow& dataflow, Outputs outputs)
        : m_dataflow(dataflow)
    {
        m_dataflow.outputs = std::move(outputs);
    }
    ~TentativeOutputs()
    {
        if (!m_areKept) {
            m_dataflow.outputs.clear();
        }
    }
    TentativeOutputs(const TentativeOutputs&) = delete;
    TentativeOutputs& operator=(const TentativeOutputs&) = delete;

    void keep() { m_areKept = true; }

private:
    plan::Dataflow& m_dataflow;
    bool m_areKept = false;
};

void requireNames(std::span<const std::pair<std::string, Operand>> outputs)
{
    if (outputs.empty()) {
        throw Error(ErrorKind::InvalidArgument, "A graph needs at least one output");
    }
    std::set<std::string_view> names;
    for (const auto& [name, operand] : outputs) {
        if (name.empty() || !names.insert(name).second) {
            throw Error(ErrorKind::InvalidArgument,
                name.empty() ? "A graph output needs a name"
                             : "There are two graph outputs named '" + name + "'");
        }
    }
}

} // namespace

std::shared_ptr<Graph> GraphBuilder::build(std::span<const std::pair<std::string, Operand>> outputs)
{
    m_state->requireOpen();
    plan::checkStop(m_state->planOptions.stopToken); // also where no node is planned
    requireNames(outputs);
    auto graph = std::make_shared<GraphInternals>();
    Outputs ids;
    for (const auto& [name, operand] : outputs) {
        ids.emplace_back(name, static_cast<plan::ValueId>(idOf(operand)));
        graph->outputs.push_back({name, portDescriptor(operand.descriptor()), {}});
    }
    // Whatever fails below leaves the builder as it was.
    TentativeOutputs tentative(m_state->dataflow, std::move(ids));
    for (size_t i = 0; i < m_state->inputNames.size(); ++i) {
        const TensorDescriptor& descriptor = m_state->specialization.descriptors[m_state->dataflow.inputs[i]];
        graph->inputs.push_back({m_state->inputNames[i], descriptor, m_state->freeDimensions[i],
            descriptor.type == DataType::Undefined});
    }
    orderFilters(m_state->dataflow, *m_state->constants, m_state->context->internals()->info.traits);
    m_state->dataflow.nodes.shrink_to_fit(); // nothing is added to a graph that is built
    graph->context = m_state->context;
    graph->constants = m_state->constants;
    graph->builder = m_state;
    // Of nothing free nothing can be kept: allocating will tell.
    graph->activationBudget = m_state->planOptions.arenaBudget > 0 ? m_state->planOptions.arenaBudget
                                                                   : graph->context->freeDeviceBytes();
    graph->stages = std::make_unique<StageTree>(m_state->dataflow, true);
    graph->refusals = graph->context->internals()->refusals;
    const plan::Segment& first =
        graph->firstStage(graph->builtShapes(), m_state->planOptions.stopToken).segment;
    graph->memory = memoryPlanOf(*graph->constants, first);
    graph->constants->noteRuns(
        constantUses(m_state->dataflow, first), usualRates(graph->context->internals()->info.traits));
    auto built = std::make_shared<Graph>(std::move(graph));
    tentative.keep();
    m_state->isBuilt = true;
    m_state->specialization = {};
    return built;
}

} // namespace weightless
