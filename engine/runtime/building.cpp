// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/plan/planner.h"
#include "engine/runtime/builderstate.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/graphinternals.h"

#include <set>

namespace weightless {

std::shared_ptr<Graph> GraphBuilder::build(std::span<const std::pair<std::string, Operand>> outputs)
{
    m_state->requireOpen();
    if (outputs.empty()) {
        throw Error(ErrorKind::InvalidArgument, "A graph needs at least one output");
    }
    auto graph = std::make_shared<GraphInternals>();
    std::set<std::string> names;
    for (const auto& [name, operand] : outputs) {
        if (name.empty() || !names.insert(name).second) {
            throw Error(ErrorKind::InvalidArgument,
                name.empty() ? "A graph output needs a name"
                             : "There are two graph outputs named '" + name + "'");
        }
        m_state->dataflow.outputs.emplace_back(name, static_cast<plan::ValueId>(idOf(operand)));
        graph->outputs.push_back({name, operand.descriptor(), {}});
    }
    for (size_t i = 0; i < m_state->inputNames.size(); ++i) {
        graph->inputs.push_back({m_state->inputNames[i],
            m_state->specialization.descriptors[m_state->dataflow.inputs[i]], m_state->freeDimensions[i]});
    }
    graph->context = m_state->context;
    graph->constants = m_state->constants;
    graph->plan = plan::makePlan(
        m_state->dataflow, m_state->specialization, m_state->context->device().traits, m_state->planOptions);
    m_state->isBuilt = true;
    m_state->specialization = {};
    graph->builder = m_state;
    return std::make_shared<Graph>(std::move(graph));
}

} // namespace weightless
