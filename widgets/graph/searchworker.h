// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphsearch.h"

#include <QObject>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace weightless::widgets {

// Searches a graph on a thread of its own. Only the newest question counts: one that waits is replaced, one
// that runs is stopped, and answers to old ones never arrive. Functions and the signal belong to the thread
// that owns the object; the destructor stops and joins.
class SearchWorker : public QObject {
    Q_OBJECT

public:
    explicit SearchWorker(QObject* parent = nullptr);
    ~SearchWorker() override;

    // What is searched from now on; the answer to an earlier question is dropped.
    void setGraph(std::shared_ptr<const GraphDescription> graph);
    void find(const QString& text);

signals:
    void found(const QString& text, const std::vector<weightless::widgets::GraphHit>& hits);

private:
    struct Job {
        quint64 number = 0;
        std::shared_ptr<const GraphDescription> graph;
        QString text;
        std::stop_source stop;
    };

    void post(Job job);
    void run(const std::stop_token& stop);
    void deliver(quint64 number, const QString& text, const std::vector<GraphHit>& hits);

    std::shared_ptr<const GraphDescription> m_graph;
    quint64 m_lastJob = 0;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Job> m_waiting;
    std::stop_source m_running;
    // Last: it starts when everything else exists and is joined first.
    std::jthread m_thread;
};

} // namespace weightless::widgets
