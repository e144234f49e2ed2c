// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a ProjectWorker does with the parts it has opened.
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/sizetext.h"
#include "engine/runtime/kernelcompilation.h"
#include "ui/project/projectworker.h"
#include "ui/text/projecttext.h"
#include "ui/text/text.h"

#include <QElapsedTimer>

#include <algorithm>

namespace weightless::ui {

namespace {

double secondsOf(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) * 1e-9;
}

// A part that is nothing in particular is told from its like by its place.
QString labelOf(const ProjectPartInfo& part)
{
    return part.role == ProjectText::role(ProjectRole::Other) ? part.name : part.role;
}

} // namespace

// The GUI thread hears of it later, when more may be held.
void ProjectWorker::begin()
{
    if (!m_context)
        return; // there are no parts either
    static_cast<void>(m_context->meter()->takeHighest());
    m_clock = std::make_shared<LoadClock>();
    m_clock->run();
    emit begun(m_clock, m_context->meter()->snapshot());
}

void ProjectWorker::beginPhase(const QString& label, const QString& sentence)
{
    emit phaseBegun(label, sentence, momentOf(*m_clock, *m_context->meter()));
}

void ProjectWorker::holdClock()
{
    if (m_clock)
        m_clock->hold();
}

void ProjectWorker::load(size_t index, uint64_t budget, const std::stop_token& stop)
{
    Part& part = m_parts[index];
    const QString label = labelOf(part.info);
    beginPhase(tr("load %1").arg(label), tr("Loading %1…").arg(label));
    part.info.isOnDevice = true;
    part.info.budgetBytes = budget;
    part.info.loadSeconds = part.info.runSeconds = -1;
    setState(index, PartState::Loading);
    QElapsedTimer timer;
    timer.start();
    // A limit is for copies: pages of the file that the device uses in place would take none of it.
    const LoadOptions options {.mode = budget > 0 ? LoadMode::Streamed : LoadMode::Auto,
        .deviceBudget = budget,
        .sharesBudget = budget > 0};
    const auto job = part.session->load(options);
    static_cast<void>(part.session->compileKernels()); // meanwhile
    job->run(stop);
    part.info.loadSeconds = secondsOf(timer);
    setState(index, PartState::Loaded);
}

// One without weights, say, which has nothing to wait for.
void ProjectWorker::noteLoaded(size_t index, uint64_t budget)
{
    m_parts[index].info.budgetBytes = budget;
    setState(index, PartState::Loaded);
}

// What of a part's kernels the driver had not compiled when its weights were there: only the first run of all
// waits for that, and a run's time is told without it.
void ProjectWorker::compile(size_t index, const std::stop_token& stop)
{
    const Part& part = m_parts[index];
    const auto kernels = part.session->compileKernels(); // those that its load has begun
    if (kernels->progress().isDone())
        return;
    const QString label = labelOf(part.info);
    beginPhase(tr("compile %1").arg(label), tr("Compiling %1…").arg(label));
    const auto tell = [&](const KernelProgress& progress) {
        emit phaseAdvanced(tr("Compiling %1, %2 of %3 kernels…")
                               .arg(label, QString::number(progress.done), QString::number(progress.count)));
    };
    awaitKernels(*kernels, tell, stop);
}

void ProjectWorker::run(size_t index, const std::stop_token& stop)
{
    compile(index, stop);
    Part& part = m_parts[index];
    const QString label = labelOf(part.info);
    beginPhase(tr("run %1").arg(label), tr("Running %1…").arg(label));
    setState(index, PartState::Running);
    RunOptions options;
    options.stop = stop;
    part.session->feed();
    const RunReport report = part.session->run(options);
    part.info.runSeconds = report.seconds.front() - report.compileSeconds.front();
    setState(index, PartState::Loaded);
}

void ProjectWorker::unload(size_t index)
{
    ProjectPartInfo& info = m_parts[index].info;
    m_parts[index].session->unload();
    info.isOnDevice = false;
    const bool hasRun = info.runSeconds >= 0;
    if (!hasRun)
        info.loadSeconds = -1;
    setState(index, hasRun ? PartState::Done : PartState::Hollow);
}

// What other parts hold is not given back for a limit that one of them cannot run with. OutOfMemory.
void ProjectWorker::checkBudget(uint64_t budget) const
{
    for (const Part& part : m_parts) {
        if (budget == 0 || budget >= part.info.leastBudgetBytes)
            continue;
        const ComparedSizes sizes = compareSizes(budget, part.info.leastBudgetBytes);
        throw Error(ErrorKind::OutOfMemory,
            "A device budget of " + sizes.first + " is too small for '" + part.source.name + "', which needs "
                + sizes.second + "; give " + std::to_string(ceilDivide(part.info.leastBudgetBytes, MiB))
                + " MiB or more, or no budget");
    }
}

void ProjectWorker::loadAll(uint64_t budget, const std::stop_token& stop)
{
    guarded(Task::Load, [&] {
        readIfChanged(stop);
        checkBudget(budget);
        // Parts share one limit, and what came with another one is planned anew: first all of it goes.
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].info.isOnDevice && m_parts[i].info.budgetBytes != budget)
                unload(i);
        }
        if (readIfChanged(stop))
            checkBudget(budget);
        begin();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].session && !m_parts[i].session->graph().unsetConstants().empty())
                load(i, budget, stop);
            else if (m_parts[i].info.isToLoad(budget))
                noteLoaded(i, budget);
        }
    });
}

void ProjectWorker::runInTurn(uint64_t budget, const std::stop_token& stop)
{
    guarded(Task::Run, [&] {
        readIfChanged(stop);
        checkBudget(budget);
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].session)
                unload(i);
        }
        if (readIfChanged(stop)) // it could not be before
            checkBudget(budget);
        begin();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (!m_parts[i].session)
                continue;
            load(i, budget, stop);
            run(i, stop);
            unload(i);
        }
    });
}

void ProjectWorker::unloadAll()
{
    guarded(Task::Unload, [&] {
        begin();
        for (size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].session)
                unload(i);
        }
    });
}

} // namespace weightless::ui
