// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphsearch.h"
#include "widgets/latestjob.h"

#include <QObject>

namespace weightless::widgets {

// Searches a graph on a thread of its own. Only the newest question counts, and answers to old ones never
// arrive. Functions and the signal belong to the thread that owns the object.
class SearchWorker : public QObject {
    Q_OBJECT

public:
    explicit SearchWorker(QObject* parent = nullptr);

    // What is searched from now on; the answer to an earlier question is dropped.
    void setGraph(std::shared_ptr<const GraphDescription> graph);
    void find(const QString& text);

signals:
    void found(const QString& text, const std::vector<weightless::widgets::GraphHit>& hits);

private:
    struct Job {
        std::shared_ptr<const GraphDescription> graph;
        QString text;
    };

    void search(const Job& job, uint64_t number, const LatestJob<Job>::Stops& stops);
    void deliver(uint64_t number, const QString& text, const std::vector<GraphHit>& hits);

    std::shared_ptr<const GraphDescription> m_graph;
    // The thread's own.
    std::shared_ptr<const GraphDescription> m_indexed;
    std::shared_ptr<const GraphSearch> m_search;
    LatestJob<Job> m_jobs;
};

} // namespace weightless::widgets
