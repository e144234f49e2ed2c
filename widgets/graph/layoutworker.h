// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphscene.h"
#include "widgets/latestjob.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace weightless::widgets {

// Builds models and lays them out on a thread of its own. Only the newest request counts, and results of
// old ones never arrive. Functions and the signal belong to the thread that owns the object.
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

    // Builds the model and lays it out. What is expanded is given by paths, which may be none; where nothing
    // is given the model says what starts so. Returns the job's number.
    quint64 open(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure,
        const GraphOptions& options = {}, std::optional<QStringList> expanded = {});
    quint64 layout(std::shared_ptr<const GraphModel> model, std::vector<bool> expanded);
    // Stops whatever runs or waits.
    void cancel();

signals:
    void finished(const weightless::widgets::LayoutWorker::Result& result);

private:
    struct Job {
        std::shared_ptr<const GraphDescription> description;
        std::optional<TextMeasure> measure;
        GraphOptions options;
        std::optional<QStringList> openPaths;
        std::shared_ptr<const GraphModel> model;
        std::vector<bool> expanded;
    };

    void work(Job job, quint64 number, const std::stop_token& stop);
    std::shared_ptr<const GraphScene> process(Job& job, const std::stop_token& stop);
    void deliver(const Result& result);

    LayoutCache m_cache; // the thread's own
    LatestJob<Job> m_jobs;
};

} // namespace weightless::widgets
