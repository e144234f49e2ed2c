// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/layoutworker.h"

#include <QElapsedTimer>

namespace weightless::widgets {

LayoutWorker::LayoutWorker(QObject* parent)
    : QObject(parent)
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

LayoutWorker::~LayoutWorker()
{
    cancel();
    m_thread.request_stop();
    m_thread.join();
}

quint64 LayoutWorker::open(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure,
    const GraphOptions& options, const QStringList& expanded)
{
    Job job;
    job.description = std::move(description);
    job.measure = measure;
    job.options = options;
    job.openPaths = expanded;
    return post(std::move(job));
}

quint64 LayoutWorker::layout(std::shared_ptr<const GraphModel> model, std::vector<bool> expanded)
{
    Job job;
    job.model = std::move(model);
    job.expanded = std::move(expanded);
    return post(std::move(job));
}

quint64 LayoutWorker::post(Job job)
{
    job.number = ++m_lastJob;
    {
        const std::lock_guard lock(m_mutex);
        m_running.request_stop();
        m_waiting = std::move(job);
    }
    m_wake.notify_one();
    return m_lastJob;
}

void LayoutWorker::cancel()
{
    ++m_lastJob;
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
    m_running.request_stop();
}

void LayoutWorker::run(const std::stop_token& stop)
{
    LayoutCache cache;
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
        QElapsedTimer timer;
        timer.start();
        Result result;
        result.job = job.number;
        try {
            result.scene = process(job, cache);
            if (!result.scene)
                continue;
        } catch (const std::exception& error) {
            result.error = QString::fromUtf8(error.what());
        }
        result.elapsedMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        QMetaObject::invokeMethod(
            this, [this, result] { deliver(result); }, Qt::QueuedConnection);
    }
}

std::shared_ptr<const GraphScene> LayoutWorker::process(Job& job, LayoutCache& cache)
{
    const std::stop_token stop = job.stop.get_token();
    if (!job.model) {
        job.model = GraphModel::create(job.description, *job.measure, job.options, stop);
        if (!job.model)
            return nullptr;
        job.expanded =
            job.openPaths.isEmpty() ? job.model->initialExpansion() : job.model->expansionOf(job.openPaths);
    }
    std::optional<NestedLayout> layout = layoutNested(job.model->nested(), job.expanded, cache, {}, stop);
    if (!layout)
        return nullptr;
    return std::make_shared<const GraphScene>(job.model, *std::move(layout), std::move(job.expanded));
}

void LayoutWorker::deliver(const Result& result)
{
    if (result.job == m_lastJob)
        emit finished(result);
}

} // namespace weightless::widgets
