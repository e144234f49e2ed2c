// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/profilefile.h"

#include "engine/base/error.h"
#include "engine/base/outputfile.h"
#include "engine/base/text.h"
#include "ui/text/text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <functional>

namespace weightless::ui {

namespace {

enum Track { Steps = 1, WeightsThatCome, CopiesToTheDevice };

// With when each begins and how long it waited, in milliseconds.
void forEachStep(const RunResult& result,
    const std::function<void(size_t index, const StepTime& step, double begin, double waited)>& take)
{
    double end = 0;
    for (size_t i = 0; i < result.steps.size(); ++i) {
        const StepTime& step = result.steps[i];
        const bool waitsForFirst = i == 0 && !result.weights.brought.empty();
        const double waited = waitsForFirst ? 1000 * result.weights.firstSubmissionSeconds
                                            : std::max(step.waitedMilliseconds, 0.0);
        const double begin = end + waited;
        take(i, step, begin, waited);
        end = begin + std::max(step.milliseconds, 0.0);
    }
}

std::string csvOf(const RunResult& result)
{
    double total = 0;
    for (const StepTime& step : result.steps)
        total += step.milliseconds;
    const auto number = [](double value) { return QByteArray::number(value, 'g', 9).toStdString(); };
    std::string text = "step,node,operator,kernel,begin_ms,ms,waited_ms,share\n";
    forEachStep(result, [&](size_t index, const StepTime& step, double begin, double waited) {
        text += std::to_string(index + 1) + ',' + csvCell(step.node) + ',' + csvCell(step.opType) + ','
            + csvCell(step.kernel) + ',' + number(begin) + ',' + number(step.milliseconds) + ','
            + number(waited) + ',' + number(total > 0 ? step.milliseconds / total : 0) + '\n';
    });
    return text;
}

// In microseconds, which is what the format counts in.
QJsonObject eventOf(
    const QString& name, const QString& category, Track track, double beginMicroseconds, double microseconds)
{
    return {{QStringLiteral("name"), name}, {QStringLiteral("cat"), category},
        {QStringLiteral("ph"), QStringLiteral("X")}, {QStringLiteral("ts"), beginMicroseconds},
        {QStringLiteral("dur"), std::max(microseconds, 0.0)}, {QStringLiteral("pid"), 1},
        {QStringLiteral("tid"), track}};
}

QJsonObject nameOf(Track track, const QString& name)
{
    return {{QStringLiteral("name"), QStringLiteral("thread_name")},
        {QStringLiteral("ph"), QStringLiteral("M")}, {QStringLiteral("pid"), 1},
        {QStringLiteral("tid"), track},
        {QStringLiteral("args"), QJsonObject {{QStringLiteral("name"), name}}}};
}

void addWeights(const RunResult& result, QJsonArray& events)
{
    constexpr double perSecond = 1e6;
    if (result.weights.brought.empty())
        return;
    events.append(nameOf(WeightsThatCome, QStringLiteral("Weights that come")));
    events.append(nameOf(CopiesToTheDevice, QStringLiteral("Copies of them to the device")));
    for (const BroughtConstant& each : result.weights.brought) {
        const QString name = fromUtf8(each.name);
        QJsonObject read = eventOf(name, QStringLiteral("weight"), WeightsThatCome,
            perSecond * each.beginSeconds, perSecond * (each.endSeconds - each.beginSeconds));
        read.insert(QStringLiteral("args"),
            QJsonObject {{QStringLiteral("bytes"), static_cast<qint64>(each.sizeBytes)}});
        events.append(read);
        if (each.copyEndSeconds > 0)
            events.append(
                eventOf(name, QStringLiteral("copy"), CopiesToTheDevice, perSecond * each.copyBeginSeconds,
                    perSecond * (each.copyEndSeconds - each.copyBeginSeconds)));
    }
}

std::string traceOf(const RunResult& result)
{
    constexpr double perMillisecond = 1000;
    QJsonArray events {nameOf(Steps, QStringLiteral("Steps"))};
    forEachStep(result, [&](size_t, const StepTime& step, double begin, double waited) {
        QJsonObject event = eventOf(fromUtf8(step.node), fromUtf8(step.opType), Steps, perMillisecond * begin,
            perMillisecond * step.milliseconds);
        event.insert(QStringLiteral("args"),
            QJsonObject {{QStringLiteral("operator"), fromUtf8(step.opType)},
                {QStringLiteral("kernel"), fromUtf8(step.kernel)}, {QStringLiteral("waited_ms"), waited}});
        events.append(event);
    });
    addWeights(result, events);
    return QJsonDocument(QJsonObject {{QStringLiteral("traceEvents"), events},
                             {QStringLiteral("displayTimeUnit"), QStringLiteral("ms")}})
        .toJson(QJsonDocument::Compact)
        .toStdString();
}

} // namespace

QString writeProfile(const QString& path, const RunResult& result)
{
    try {
        OutputFile file(toPath(path));
        file.write(
            path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? traceOf(result) : csvOf(result));
        file.commit();
    } catch (...) {
        return fromUtf8(currentError().message());
    }
    return {};
}

} // namespace weightless::ui
