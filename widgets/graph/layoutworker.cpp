// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/layoutworker.h"

#include <QElapsedTimer>

#include <utility>

namespace weightless::widgets {

LayoutWorker::LayoutWorker(QObject* parent)
    : QObject(parent)
    , m_jobs([this](Job job, uint64_t number, const auto& stops) { work(std::move(job), number, stops.job); })
{
}

quint64 LayoutWorker::open(std::shared_ptr<const GraphDescription> description, const TextMeasure& measure,
    const GraphOptions& options, std::optional<QStringList> expanded)
{
    Job job;
    job.description = std::move(description);
    job.measure = measure;
    job.options = options;
    job.openPaths = std::move(expanded);
    return m_jobs.post(std::move(job));
}

quint64 LayoutWorker::layout(std::shared_ptr<const GraphModel> model, std::vector<bool> expanded)
{
    Job job;
    job.model = std::move(model);
    job.expanded = std::move(expanded);
    return m_jobs.post(std::move(job));
}

void LayoutWorker::cancel()
{
    m_jobs.cancel();
}

void LayoutWorker::work(Job job, quint64 number, const std::stop_token& stop)
{
    QElapsedTimer timer;
    timer.start();
    Result result;
    result.job = number;
    try {
        result.scene = process(job, stop);
        if (!result.scene)
            return;
    } catch (const std::exception& error) {
        result.error = QString::fromUtf8(error.what());
    }
    result.elapsedMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    QMetaObject::invokeMethod(
        this, [this, result] { deliver(result); }, Qt::QueuedConnection);
}

std::shared_ptr<const GraphScene> LayoutWorker::process(Job& job, const std::stop_token& stop)
{
    if (!job.model) {
        job.model = GraphModel::create(job.description, *job.measure, job.options, stop);
        if (!job.model)
            return nullptr;
        job.expanded = job.openPaths ? job.model->expansionOf(*job.openPaths) : job.model->initialExpansion();
    }
    std::optional<NestedLayout> layout = layoutNested(job.model->nested(), job.expanded, m_cache, {}, stop);
    if (!layout)
        return nullptr;
    return std::make_shared<const GraphScene>(job.model, *std::move(layout), std::move(job.expanded));
}

void LayoutWorker::deliver(const Result& result)
{
    if (m_jobs.isNewest(result.job))
        emit finished(result);
}

} // namespace weightless::widgets
