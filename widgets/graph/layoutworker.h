// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphscene.h"

#include <QObject>
#include <QStringList>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace weightless::widgets {

// Builds models and lays them out on a thread of its own. Only the newest request counts: one that waits is
// replaced, one that runs is stopped, and results of old requests never arrive. Functions and the signal
// belong to the thread that owns the object; the destructor stops and joins.
class LayoutWorker : public QObject {
    Q_OBJECT

public:
    struct Result {
        quint64 job = 0;
        // Null: `error` says why.
        std::shared_ptr<const GraphScene> scene;
        QString error;
        double elapsedMs = 0;
    };

    explicit LayoutWorker(QObject* parent = nullptr);
    ~LayoutWorker() override;

    // Builds the model and lays it out. What is expanded is given by paths; without any the model says what
    // starts so. Returns the job's number.
    quint64 open(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure,
        const GraphOptions& options = {}, const QStringList& expanded = {});
    quint64 layout(std::shared_ptr<const GraphModel> model, std::vector<bool> expanded);
    // Stops whatever runs or waits.
    void cancel();

signals:
    void finished(const weightless::widgets::LayoutWorker::Result& result);

private:
    struct Job {
        quint64 number = 0;
        std::shared_ptr<const GraphDescription> description;
        std::optional<TextMeasure> measure;
        GraphOptions options;
        QStringList openPaths;
        std::shared_ptr<const GraphModel> model;
        std::vector<bool> expanded;
        std::stop_source stop;
    };

    quint64 post(Job job);
    void run(const std::stop_token& stop);
    static std::shared_ptr<const GraphScene> process(Job& job, LayoutCache& cache);
    void deliver(const Result& result);

    quint64 m_lastJob = 0;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Job> m_waiting;
    std::stop_source m_running;
    // Last: it starts when everything else exists and is joined first.
    std::jthread m_thread;
};

} // namespace weightless::widgets
