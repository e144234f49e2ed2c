// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/kernelcompilation.h"
#include "ui/engine/engineworker.h"

namespace weightless::ui {

void EngineWorker::predictBudgets(const BudgetRequest& request)
{
    if (request.stop.stop_requested())
        return;
    auto curve = std::make_shared<BudgetCurve>();
    curve->mode = request.mode;
    curve->stop = request.stop;
    try {
        curve->predicted = choicesOf(request);
    } catch (...) {
        const Error error = currentError();
        curve->hasFailed = true;
        if (error.kind() != ErrorKind::Cancelled) {
            Problem problem = problemOf(Task::Build, error);
            problem.severity = Severity::Warning; // the plan stands
            emit reported(problem);
        }
    }
    if (!request.stop.stop_requested())
        emit budgetsPredicted(curve);
}

BudgetChoices EngineWorker::choicesOf(const BudgetRequest& request)
{
    if (!m_session.hasGraph())
        throw Error(ErrorKind::Cancelled, "The graph is gone");
    Graph& graph = m_session.graph();
    LoadOptions options;
    options.mode = request.mode;
    if (request.measures) {
        const auto kernels = graph.compileKernels({}, request.stop);
        awaitKernels(
            *kernels,
            [this](const KernelProgress& progress) {
                emit kernelsAdvanced(static_cast<int>(progress.done), static_cast<int>(progress.count));
            },
            request.stop);
        graph.measureRun(options, request.stop);
    }
    return budgetChoices(graph, options, budgetPositions, request.wanted, request.stop);
}

} // namespace weightless::ui
