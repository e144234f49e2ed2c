// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graphinternals.h"

#include "engine/base/error.h"
#include "engine/plan/planner.h"
#include "engine/runtime/context.h"
#include "engine/runtime/execution.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr size_t keptExecutions = 2;

}

std::vector<Shape> GraphInternals::builtShapes() const
{
    std::vector<Shape> shapes;
    for (const GraphPort& port : inputs) {
        shapes.push_back(port.descriptor.shape);
    }
    return shapes;
}

std::shared_ptr<Execution> GraphInternals::executionFor(
    const std::vector<Shape>& inputShapes, const std::stop_token& stopToken)
{
    const auto found = std::ranges::find_if(
        executions, [&](const auto& execution) { return execution->inputShapes() == inputShapes; });
    if (found != executions.end()) {
        std::rotate(executions.begin(), found, found + 1);
        return executions.front();
    }
    executions.push_front(std::make_shared<Execution>(planFor(inputShapes, stopToken), inputShapes));
    if (executions.size() > keptExecutions) {
        executions.pop_back();
    }
    return executions.front();
}

std::shared_ptr<const plan::Plan> GraphInternals::planFor(
    const std::vector<Shape>& inputShapes, const std::stop_token& stopToken) const
{
    if (inputShapes == builtShapes()) {
        return plan;
    }
    for (size_t i = 0; i < inputShapes.size(); ++i) {
        checkInputShape(i, inputShapes[i]);
    }
    const plan::PlanOptions options {.stopToken = stopToken};
    const plan::Specialization specialization = plan::specialize(builder->dataflow, inputShapes, options);
    return plan::makePlan(builder->dataflow, specialization, context->device().traits, options);
}

void GraphInternals::checkInputShape(size_t input, const Shape& shape) const
{
    const GraphPort& port = inputs[input];
    bool fits = shape.size() == port.descriptor.shape.size();
    for (size_t i = 0; fits && i < shape.size(); ++i) {
        fits = port.freeDimensions[i] || shape[i] == port.descriptor.shape[i];
    }
    if (!fits) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + port.name + "' is " + toString(shape) + ", but the graph takes "
                + toString(port.descriptor));
    }
}

} // namespace weightless
