// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engineworker.h"

#include <algorithm>
#include <set>

namespace weightless::ui {

void EngineWorker::predictBudgets(const BudgetRequest& request)
{
    if (request.stop.stop_requested())
        return;
    auto curve = std::make_shared<BudgetCurve>();
    curve->mode = request.mode;
    curve->stop = request.stop;
    try {
        fillCurve(request, *curve);
    } catch (...) {
        const Error error = currentError();
        if (error.kind() != ErrorKind::Cancelled) {
            Problem problem = problemOf(Task::Build, error);
            problem.severity = Severity::Warning; // the plan stands
            emit reported(problem);
        }
    }
    if (!request.stop.stop_requested())
        emit budgetsPredicted(curve);
}

void EngineWorker::fillCurve(const BudgetRequest& request, BudgetCurve& curve)
{
    if (!m_session.hasGraph())
        return;
    Graph& graph = m_session.graph();
    LoadOptions options;
    options.mode = request.mode;
    if (request.measures)
        graph.measureRun(options, request.stop);
    options.deviceBudget = 1;
    const uint64_t least = graph.predict(options).leastBudgetBytes;
    options.deviceBudget = 0;
    const LoadPrediction all = graph.predict(options);
    curve.isMeasured = all.isRunMeasured;
    if (least == 0 || least >= all.deviceWeightsBytes)
        return;
    const uint64_t step = (all.deviceWeightsBytes - least) / (budgetPositions - 1);
    std::set<uint64_t> budgets;
    for (int i = 0; i + 1 < budgetPositions; ++i)
        budgets.insert(least + step * static_cast<uint64_t>(i));
    // Below the least there is no run, and above everything no limit: the nearest that there is.
    const uint64_t wanted = request.wanted.isLimit()
        ? std::max(request.wanted.bytesOf(all.deviceWeightsBytes), least)
        : all.deviceWeightsBytes;
    if (wanted < all.deviceWeightsBytes)
        budgets.insert(wanted);
    for (const uint64_t budget : budgets) {
        if (request.stop.stop_requested())
            break;
        options.deviceBudget = budget;
        if (budget == wanted)
            curve.wanted = static_cast<int>(curve.positions.size());
        curve.positions.push_back({options.deviceBudget, graph.predict(options)});
    }
    if (request.wanted.isLimit() && curve.wanted < 0)
        curve.wanted = static_cast<int>(curve.positions.size());
    curve.positions.push_back({0, all});
}

} // namespace weightless::ui
