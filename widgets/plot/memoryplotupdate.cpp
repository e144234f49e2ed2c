// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// From the samples of a MemoryPlot to what is drawn.
#include "widgets/formatbytes.h"
#include "widgets/plot/memoryplotprivate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace weightless::widgets {

namespace {

constexpr double shortestSpan = 1e-3; // seconds, of an empty chart
constexpr double belowZero = 0.035; // of the chart: the line of what takes nothing is not its edge

struct AreaCurve {
    DeviceArea area;
    MemoryCurve curve;
    qint64 MemorySample::*bytes; // null: the curve's own value
};
constexpr std::array areaCurves {AreaCurve {DeviceArea::Resident, MemoryCurve::Resident, nullptr},
    AreaCurve {DeviceArea::Weights, MemoryCurve::Weights, &MemorySample::deviceWeightsBytes},
    AreaCurve {DeviceArea::Activations, MemoryCurve::DeviceTotal, &MemorySample::deviceActivationsBytes}};

qint64 bytesOf(const AreaCurve& area, const MemorySample& sample)
{
    return area.bytes != nullptr ? sample.*area.bytes : curveValue(sample, area.curve);
}

void setPoints(QCPGraph* graph, const QVector<QCPGraphData>& points)
{
    QSharedPointer<QCPGraphDataContainer> data(new QCPGraphDataContainer);
    data->set(points, true);
    graph->setData(data);
}

// The last of the highest points of what is seen. A value holds until the next point, so that the last one
// from before is seen, too; another one counts where nothing else is there.
const QCPGraphData* highest(const QCPGraph* graph)
{
    const QCPRange seen = graph->keyAxis()->range();
    const QCPGraphData* held = nullptr;
    for (const QCPGraphData& point : *graph->data())
        held = point.key <= seen.lower ? &point : held;
    const QCPGraphData* found = nullptr;
    bool isFoundSeen = false;
    for (const QCPGraphData& point : *graph->data()) {
        const bool isSeen = seen.contains(point.key) || &point == held;
        const bool isBetter =
            isSeen == isFoundSeen ? found == nullptr || point.value >= found->value : isSeen;
        if (isBetter) {
            found = &point;
            isFoundSeen = isSeen;
        }
    }
    return found;
}

} // namespace

void MemoryPlot::Private::changed()
{
    // One replot per tick, however many samples arrive.
    if (!timer.isActive())
        timer.start();
}

double MemoryPlot::Private::lastTime() const
{
    double last = 0;
    for (const auto& [run, cpu, device] : runs) {
        const bool isNewest = &run == &runs.back().run;
        const bool isLoadOnly = extent == Extent::Load || !isNewest;
        if (run.isShown || isNewest)
            last = std::max(last, scaleOf(run) * (isLoadOnly ? run.loadSeconds() : run.lastSeconds()));
    }
    return last;
}

void MemoryPlot::Private::update()
{
    timer.stop();
    fill(std::max(plot->axisRect()->width(), 100));
    fitMargins(plot->width());
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryPlot::Private::fill(int pixels)
{
    if (isFollowing) {
        const double last = lastTime();
        const auto& samples = runs.back().run.history.samples();
        from = samples.empty() ? 0 : std::min(0.0, samples.front().seconds);
        to = isStretched ? std::max(last, 100.0) : last > 0 ? std::max(from + shortestSpan, last) : from + 1;
    }
    plot->xAxis->setRange(from, to); // what is highest depends on what is seen
    const MemoryRun& current = runs.back().run;
    if (std::exchange(showsPassing, current.history.peak().devicePassingBytes > 0) != showsPassing)
        arrangeLegend();
    for (const AreaCurve& each : areaCurves) {
        const bool isThere = each.area != DeviceArea::Resident || showsPassing;
        areas[each.area]->setVisible(isThere && isAreaVisible[each.area]);
        fillCurve(areas[each.area], current, each.curve, pixels);
    }
    rss->setVisible(isRssVisible);
    fillCurve(rss, current, MemoryCurve::ProcessRss, pixels);
    for (const auto& [run, cpu, device] : runs) {
        const bool isEarlier = &run != &current;
        cpu->setVisible(run.isShown);
        device->setVisible(run.isShown && isEarlier && isEarlierDeviceVisible);
        fillCurve(cpu, run, MemoryCurve::Cpu, pixels);
        fillCurve(device, run, MemoryCurve::DeviceTotal, pixels);
    }
    drawnCpuPeak = 0;
    for (const QCPGraphData& point : *runs.back().cpu->data())
        drawnCpuPeak = std::max(drawnCpuPeak, static_cast<qint64>(point.value));
    scaleAxes();
    fillTicks(pixels);
    fillPhases();
    fillLabels();
    cursorLine->setVisible(cursor.has_value());
    cursorTime->setVisible(cursor.has_value());
    if (cursor) {
        cursorLine->point1->setCoords(*cursor, 0);
        cursorLine->point2->setCoords(*cursor, 1);
        cursorTime->position->setCoords(*cursor, 1);
        cursorTime->setText(timeText(*cursor));
    }
}

void MemoryPlot::Private::fillCurve(QCPGraph* graph, const MemoryRun& run, MemoryCurve curve, int pixels)
{
    const double scale = scaleOf(run);
    std::vector<MemoryHistory::Point> points;
    run.history.thinned(curve, from / scale, to / scale, pixels, points);
    QVector<QCPGraphData> values;
    values.reserve(static_cast<qsizetype>(points.size()));
    for (const auto& point : points)
        values.append({point.seconds * scale, static_cast<double>(point.bytes)});
    setPoints(graph, values);
}

double MemoryPlot::Private::largestShown() const
{
    double largest = 0;
    for (int i = 0; i < plot->graphCount(); ++i) {
        if (plot->graph(i) == ticks || !plot->graph(i)->visible())
            continue;
        if (const QCPGraphData* point = highest(plot->graph(i)))
            largest = std::max(largest, point->value);
    }
    return largest;
}

void MemoryPlot::Private::scaleAxes()
{
    const double largest = largestShown();
    const double top = largest > 0 ? largest * 1.06 : 1024;
    plot->yAxis->setRange(-top * belowZero, top);
    // As many ticks as their texts have room for.
    const QFontMetrics metrics(q->font());
    timeTicker->fit(plot->xAxis->range(), plot->axisRect()->width(), metrics);
    plot->yAxis->ticker()->setTickCount(std::max(plot->axisRect()->height() / (metrics.height() * 3), 2));
}

// The bottom margin is not left to the chart: it would know it once it is painted, and the least height
// depends on it.
void MemoryPlot::Private::fitMargins(int plotWidth)
{
    const QCPAxis& time = *plot->xAxis;
    const int below = time.tickLengthOut() + time.tickLabelPadding()
        + QFontMetrics(time.tickLabelFont()).height() + time.labelPadding()
        + QFontMetrics(time.labelFont()).height() + time.padding();
    plot->axisRect()->setMargins({plot->axisRect()->margins().left(), strip->neededHeight() + 6,
        labels->neededWidth(plotWidth), below});
}

// Below the line of nothing. One tick per pixel is as many as can be seen.
void MemoryPlot::Private::fillTicks(int pixels)
{
    const MemoryRun& run = runs.back().run;
    const double scale = scaleOf(run);
    const double depth = plot->yAxis->range().lower * 0.8;
    const double pixel = (to - from) / scale / pixels;
    QVector<QCPGraphData> values;
    auto next = std::lower_bound(run.constantsSet.begin(), run.constantsSet.end(), from / scale);
    while (next != run.constantsSet.end() && *next <= to / scale) {
        values.append({*next * scale, depth});
        next = std::upper_bound(next, run.constantsSet.end(), *next + pixel);
    }
    setPoints(ticks, values);
}

// Those of the newest run, unless it has one only and another load went through several.
void MemoryPlot::Private::fillPhases()
{
    const MemoryRun* chosen = &runs.back().run;
    for (auto shown = runs.rbegin(); shown != runs.rend() && chosen->phases.size() < 2; ++shown) {
        if (shown->run.isShown && shown->run.phases.size() > 1)
            chosen = &shown->run;
    }
    std::vector<PhaseStrip::Phase> phases;
    const double scale = scaleOf(*chosen);
    for (std::size_t i = 0; i < chosen->phases.size(); ++i) {
        const bool isLast = i + 1 == chosen->phases.size();
        const double end =
            isLast ? std::max(chosen->lastSeconds(), chosen->loadSeconds()) : chosen->phases[i + 1].seconds;
        phases.push_back({chosen->phases[i].seconds * scale, end * scale, chosen->phases[i].label});
    }
    const QColor colour = curvePen(chosen->look, isDark(q->palette())).color();
    strip->setPhases(std::move(phases), runs.size() > 1 ? nameOf(*chosen) : QString(), colour);
}

// Of the newest run: in total what it reached, at the cursor by purpose.
void MemoryPlot::Private::addDeviceLabels(
    std::vector<EndLabels::Label>& added, const MemorySample* atCursor) const
{
    const auto isVisible = [&](const AreaCurve& each) {
        return isAreaVisible.at(each.area) && (each.area != DeviceArea::Resident || showsPassing);
    };
    labels->setOtherNames({});
    const auto top = std::find_if(areaCurves.rbegin(), areaCurves.rend(), isVisible);
    const QCPGraphData* peak = top == areaCurves.rend() ? nullptr : highest(areas.at(top->area));
    if (peak == nullptr)
        return;
    const QPen pen = areaPen(DeviceArea::Weights, isDark(q->palette()));
    const std::array names {MemoryPlot::tr("of that, weights that stay"), MemoryPlot::tr("device: weights"),
        MemoryPlot::tr("activations")};
    QStringList atAnyTime {MemoryPlot::tr("device")};
    for (std::size_t i = 0; i < areaCurves.size(); ++i) {
        if (isVisible(areaCurves[i]))
            atAnyTime.append(names[i]);
    }
    labels->setOtherNames(atAnyTime);
    if (!atCursor) {
        added.push_back({MemoryPlot::tr("device"), formatBytes(static_cast<qint64>(peak->value)), pen,
            QPointF(peak->key, peak->value), {}});
        return;
    }
    for (std::size_t i = areaCurves.size(); i-- > 0;) {
        if (isVisible(areaCurves[i]))
            added.push_back({names[i], formatBytes(bytesOf(areaCurves[i], *atCursor)), pen,
                QPointF(*cursor, static_cast<double>(curveValue(*atCursor, areaCurves[i].curve))), {}});
    }
}

// The newest run first, as it is the last to be left out where there is no room.
void MemoryPlot::Private::fillLabels()
{
    const bool dark = isDark(q->palette());
    std::vector<EndLabels::Label> made;
    const MemorySample* ofNewest = nullptr;
    for (auto shown = runs.rbegin(); shown != runs.rend(); ++shown) {
        const MemoryRun& run = shown->run;
        const double seconds = cursor.value_or(0) / scaleOf(run);
        // An earlier run's curve ends with its load.
        const bool isOver = shown != runs.rbegin() && seconds > run.loadSeconds();
        const MemorySample* sample = cursor && !isOver ? run.history.at(seconds) : nullptr;
        ofNewest = shown == runs.rbegin() ? sample : ofNewest;
        const QCPGraphData* peak = highest(shown->cpu);
        if (!run.isShown || peak == nullptr)
            continue;
        EndLabels::Label label {nameOf(run), formatBytes(static_cast<qint64>(peak->value)),
            curvePen(run.look, dark), QPointF(peak->key, peak->value), {}};
        if (cursor)
            label.value = sample ? formatBytes(sample->cpuOverheadBytes) : MemoryPlot::tr("ended");
        if (sample)
            label.marks.emplace_back(*cursor, static_cast<double>(sample->cpuOverheadBytes));
        made.push_back(std::move(label));
    }
    addDeviceLabels(made, ofNewest);
    const QCPGraphData* process = isRssVisible ? highest(rss) : nullptr;
    if (process != nullptr && !cursor)
        made.push_back({MemoryPlot::tr("process"), formatBytes(static_cast<qint64>(process->value)),
            rss->pen(), QPointF(process->key, process->value), {}});
    const QString heading = made.empty() ? QString() // there is nothing to say it of
        : cursor                         ? MemoryPlot::tr("at %1").arg(timeText(*cursor))
                                         : MemoryPlot::tr("at most");
    labels->setLabels(std::move(made), heading);
}

} // namespace weightless::widgets
