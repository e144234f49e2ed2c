// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/searchworker.h"

namespace weightless::widgets {

SearchWorker::SearchWorker(QObject* parent)
    : QObject(parent)
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

SearchWorker::~SearchWorker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.reset();
        m_running.request_stop();
    }
    m_thread.request_stop();
    m_thread.join();
}

void SearchWorker::setGraph(std::shared_ptr<const GraphDescription> graph)
{
    m_graph = std::move(graph);
    // The index is made before it is asked for.
    find({});
}

void SearchWorker::find(const QString& text)
{
    Job job;
    job.graph = m_graph;
    job.text = text;
    post(std::move(job));
}

void SearchWorker::post(Job job)
{
    job.number = ++m_lastJob;
    {
        const std::lock_guard lock(m_mutex);
        m_running.request_stop();
        m_waiting = std::move(job);
    }
    m_wake.notify_one();
}

void SearchWorker::run(const std::stop_token& stop)
{
    std::shared_ptr<const GraphDescription> indexed;
    std::shared_ptr<const GraphSearch> search;
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return m_waiting.has_value(); }))
                return;
            job = *std::move(m_waiting);
            m_waiting.reset();
            m_running = job.stop;
        }
        if (!job.graph)
            continue;
        const std::stop_token stopJob = job.stop.get_token();
        // An index that is being made is finished: the next question needs it, too.
        if (indexed != job.graph) {
            search = GraphSearch::create(*job.graph, stop);
            indexed = job.graph;
        }
        if (!search)
            continue;
        const std::vector<GraphHit> hits = search->find(GraphQuery::parse(job.text), stopJob);
        if (stopJob.stop_requested())
            continue;
        QMetaObject::invokeMethod(
            this, [this, number = job.number, text = job.text, hits] { deliver(number, text, hits); },
            Qt::QueuedConnection);
    }
}

void SearchWorker::deliver(quint64 number, const QString& text, const std::vector<GraphHit>& hits)
{
    if (number == m_lastJob)
        emit found(text, hits);
}

} // namespace weightless::widgets
