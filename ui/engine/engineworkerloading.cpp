// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "ui/engine/engineworker.h"
#include "ui/text/problemgroups.h"

// A load, a step for each turn of the event loop.
namespace weightless::ui {

void EngineWorker::startLoad(const LoadRequest& request)
{
    guarded(Task::Load, m_generation, [&] {
        // Whatever happens, a load that was asked for ends with loadEnded().
        m_load = request;
        m_load.feed->clock.run();
        m_load.feed->setPhase("preparing"); // until the job names its first
        try {
            m_lastRun.reset();
            m_session.clearTensors(); // the weights may need the room
            m_setBefore = setConstants();
            m_job = m_session.load(request.options);
            m_session.compileKernels(); // meanwhile
            // Its peak is that of the load before: this one counts from its first step.
            MemorySnapshot memory = m_session.context()->meter()->snapshot();
            memory.hostOverheadPeakBytes = 0;
            m_load.feed->addSample(memory);
            noteProgress();
            postNext();
        } catch (...) {
            const Error error = currentError();
            reportLoadEnded(LoadOutcome::Failed);
            throw error;
        }
    });
}

void EngineWorker::postNext()
{
    const quint64 ticket = ++m_loadTicket;
    QMetaObject::invokeMethod(
        this,
        [this, ticket] {
            if (ticket == m_loadTicket)
                loadNext();
        },
        Qt::QueuedConnection);
}

void EngineWorker::loadNext()
{
    if (!m_job)
        return;
    if (m_load.feed->isPauseRequested.load()) {
        m_load.feed->clock.hold();
        emit loadPaused();
        return;
    }
    try {
        const bool isMore = m_job->step(m_load.stop);
        noteProgress();
        noteMemory();
        if (!isMore) {
            endLoad(LoadOutcome::Finished);
            return;
        }
    } catch (...) {
        const Error error = currentError();
        noteProgress();
        noteMemory();
        const bool isCancelled = error.kind() == ErrorKind::Cancelled;
        if (!isCancelled)
            fail(Task::Load, error, m_generation);
        endLoad(isCancelled ? LoadOutcome::Cancelled : LoadOutcome::Failed);
        return;
    }
    postNext();
}

void EngineWorker::noteProgress()
{
    const Graph& graph = m_session.graph();
    const LoadProgress progress = m_job->progress();
    LoadFeed& feed = *m_load.feed;
    const auto seconds = static_cast<float>(feed.clock.seconds());
    const size_t before = feed.constantsSet.load();
    // One constant a step is the rule; a phase that sets several is swept.
    if (progress.constantsSet == before + 1 && progress.currentConstant
        && graph.isSet(*progress.currentConstant)) {
        const size_t current = *progress.currentConstant;
        feed.markSet(current, seconds, graph.comesWithRuns(current));
    } else if (progress.constantsSet != before) {
        for (size_t i = 0; i < feed.constantCount(); ++i) {
            if (feed.setAtSeconds(i) < 0 && graph.isSet(i))
                feed.markSet(i, seconds, graph.comesWithRuns(i));
        }
    }
    feed.constantsSet.store(progress.constantsSet);
    feed.bytesSet.store(progress.bytesSet);
    feed.byteCount.store(progress.byteCount);
    feed.fraction.store(progress.fraction);
    feed.currentConstant.store(
        progress.currentConstant ? static_cast<int64_t>(*progress.currentConstant) : -1);
    feed.setPhase(progress.phase);
}

void EngineWorker::noteMemory()
{
    m_load.feed->addSample(m_session.context()->meter()->snapshot());
}

void EngineWorker::resumeLoad()
{
    if (!m_job)
        return;
    m_load.feed->clock.run();
    postNext(); // an event that is still queued becomes stale
}

void EngineWorker::cancelPausedLoad()
{
    endLoad(LoadOutcome::Cancelled);
}

void EngineWorker::endLoad(LoadOutcome outcome)
{
    if (m_job)
        reportLoadEnded(outcome);
}

void EngineWorker::reportLoadEnded(LoadOutcome outcome)
{
    ++m_loadTicket;
    LoadResult result;
    result.outcome = outcome;
    if (m_job)
        result.report = m_job->report();
    if (outcome == LoadOutcome::Finished) {
        m_job.reset(); // staging slices: their end belongs to the load
        if (!result.report.clamped.empty())
            emit reported(ProblemGroups::ofClamped(result.report.clamped));
        noteMemory();
    } else {
        endUnfinished(result);
    }
    if (m_session.hasGraph()) {
        result.constantsSet = m_session.graph().setCount();
        result.constantCount = m_session.graph().constantCount();
    }
    m_load.feed->clock.hold();
    emit loadEnded(result);
    m_job.reset(); // the copies of the conventional mode take a moment to give back, which nobody waits for
}

} // namespace weightless::ui
