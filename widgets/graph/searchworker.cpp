// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/searchworker.h"

namespace weightless::widgets {

SearchWorker::SearchWorker(QObject* parent)
    : QObject(parent)
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { search(job, number, stops); })
{
}

void SearchWorker::setGraph(std::shared_ptr<const GraphDescription> graph)
{
    m_graph = std::move(graph);
    // The index is made before it is asked for.
    find({});
}

void SearchWorker::find(const QString& text)
{
    m_jobs.post({m_graph, text});
}

void SearchWorker::search(const Job& job, uint64_t number, const LatestJob<Job>::Stops& stops)
{
    if (!job.graph)
        return;
    // An index that is being made is finished: the next question needs it, too.
    if (m_indexed != job.graph) {
        m_search = GraphSearch::create(*job.graph, stops.thread);
        m_indexed = job.graph;
    }
    if (!m_search)
        return;
    const std::vector<GraphHit> hits = m_search->find(GraphQuery::parse(job.text), stops.job);
    if (stops.job.stop_requested())
        return;
    QMetaObject::invokeMethod(
        this, [this, number, text = job.text, hits] { deliver(number, text, hits); }, Qt::QueuedConnection);
}

void SearchWorker::deliver(uint64_t number, const QString& text, const std::vector<GraphHit>& hits)
{
    if (m_jobs.isNewest(number))
        emit found(text, hits);
}

} // namespace weightless::widgets
