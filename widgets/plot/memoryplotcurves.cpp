// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How a MemoryPlot looks: curves, axes, colours, the legend.
#include "widgets/plot/byteticker.h"
#include "widgets/plot/memoryplotprivate.h"
#include "widgets/plot/plotstyle.h"

#include <algorithm>
#include <array>
#include <vector>

namespace weightless::widgets {

namespace {

constexpr int frameMs = 40;
constexpr std::array areasFromBelow {DeviceArea::Resident, DeviceArea::Weights, DeviceArea::Activations};

constexpr QLatin1String processKey("process");
constexpr QLatin1String earlierKey("earlier");
constexpr QLatin1String runKey("run ");
constexpr QLatin1String areaKey("area ");

QString areaName(DeviceArea area)
{
    switch (area) {
    case DeviceArea::Resident:
        return MemoryPlot::tr("weights that stay");
    case DeviceArea::Weights:
        return MemoryPlot::tr("weights");
    case DeviceArea::Activations:
        return MemoryPlot::tr("activations");
    }
    return {};
}

QString areaToolTip(DeviceArea area)
{
    switch (area) {
    case DeviceArea::Resident:
        return MemoryPlot::tr(
            "Of the memory for weights, what stays; the rest comes and goes while the model runs");
    case DeviceArea::Weights:
        return MemoryPlot::tr("Device memory that holds the model's constants");
    case DeviceArea::Activations:
        return MemoryPlot::tr("Device memory for the values that a run computes");
    }
    return {};
}

} // namespace

MemoryPlot::Private::Private(MemoryPlot* widget)
    : q(widget)
    , plot(new QCustomPlot(widget))
    , legend(new CurveLegend(widget))
    , labels(new EndLabels(plot))
    , strip(new PhaseStrip(plot))
    , timeTicker(new TimeTicker)
{
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setMouseTracking(true);
    plot->setCursor(Qt::CrossCursor);
    plot->installEventFilter(this);
    plot->setNoAntialiasingOnDrag(false);
    plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new ByteTicker));
    plot->xAxis->setTicker(timeTicker);
    plot->axisRect()->setAutoMargins(QCP::msLeft);
    plot->axisRect()->setMinimumMargins({8, 0, 0, 0});
    for (const DeviceArea area : areasFromBelow)
        isAreaVisible[area] = true;
    makeGraphs();
    appendRun({}, 0);
    timer.setSingleShot(true);
    timer.setInterval(frameMs);
    connect(&timer, &QTimer::timeout, this, [this] { update(); });
    connect(legend, &CurveLegend::toggled, this, &Private::onToggled);
}

// From back to front. A stack is drawn with its highest sum first; every fill reaches down to the next one.
void MemoryPlot::Private::makeGraphs()
{
    QCPGraph* above = nullptr;
    for (auto area = areasFromBelow.rbegin(); area != areasFromBelow.rend(); ++area) {
        QCPGraph* graph = plot->addGraph();
        graph->setLayer(QStringLiteral("grid")); // behind all curves
        if (above != nullptr)
            above->setChannelFillGraph(graph);
        above = areas[*area] = graph;
    }
    ticks = plot->addGraph();
    ticks->setLineStyle(QCPGraph::lsImpulse);
    rss = plot->addGraph();
    std::vector<QCPGraph*> stepped {rss};
    for (const DeviceArea area : areasFromBelow)
        stepped.push_back(areas[area]);
    for (QCPGraph* graph : stepped) {
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setAdaptiveSampling(false);
    }
    cursorLine = new QCPItemStraightLine(plot);
    cursorTime = new QCPItemText(plot);
    cursorTime->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
    cursorTime->setPadding({5, 1, 5, 1});
    cursorTime->setClipToAxisRect(false);
    cursorTime->position->setTypeX(QCPItemPosition::ptPlotCoords);
    cursorTime->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band = new QCPItemRect(plot);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*> {cursorLine, cursorTime, band}) {
        item->setVisible(false);
        item->setLayer(QStringLiteral("overlay"));
    }
    band->topLeft->setType(QCPItemPosition::ptAbsolute);
    band->bottomRight->setType(QCPItemPosition::ptAbsolute);
}

void MemoryPlot::Private::retranslate()
{
    q->setAccessibleName(MemoryPlot::tr("Memory over time"));
    legend->setAccessibleName(MemoryPlot::tr("Curves"));
    plot->setAccessibleName(q->accessibleName());
    plot->xAxis->setLabel(isStretched ? MemoryPlot::tr("Time, as a share of each load")
                                      : MemoryPlot::tr("Time since the load began"));
    arrangeLegend();
}

void MemoryPlot::Private::recolour()
{
    const QPalette palette = q->palette();
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const bool dark = isDark(palette);
    plot->setFont(q->font());
    stylePlot(*plot, palette);
    for (auto& [area, graph] : areas) {
        graph->setPen(areaPen(area, dark));
        graph->setBrush(areaBrush(area, dark));
    }
    ticks->setPen(QPen(faint(text, 0.55), 1));
    rss->setPen(QPen(faint(text, 0.7), 1.3, Qt::DashDotLine));
    std::vector<const ShownRun*> fromBack;
    for (const ShownRun& shown : runs) {
        const QPen pen = curvePen(shown.run.look, dark);
        shown.cpu->setPen(pen);
        shown.device->setPen(QPen(faint(pen.color(), 0.55), 1.4, Qt::DotLine));
        fromBack.push_back(&shown);
    }
    // Of curves that lie on each other the thin ones are in front.
    std::ranges::stable_sort(fromBack, {}, [](const ShownRun* shown) { return shown->run.look; });
    for (const ShownRun* shown : fromBack)
        shown->cpu->setLayer(QStringLiteral("main"));
    labels->setColours(text, base);
    strip->setColours(text);
    cursorLine->setPen(QPen(faint(text, 0.8), 1));
    cursorTime->setFont(q->font());
    cursorTime->setColor(base);
    cursorTime->setBrush(text);
    cursorTime->setPen(Qt::NoPen);
    band->setPen(QPen(palette.color(QPalette::Highlight), 1));
    band->setBrush(faint(palette.color(QPalette::Highlight), 0.2));
    fitMargins(plot->width());
    keepChartHeight();
    arrangeLegend();
}

void MemoryPlot::Private::keepChartHeight()
{
    const QMargins margins = plot->axisRect()->margins();
    plot->setMinimumSize(220, leastHeight + margins.top() + margins.bottom());
}

void MemoryPlot::Private::arrangeLegend()
{
    const bool dark = isDark(q->palette());
    CurveLegend::Group cpu {MemoryPlot::tr("CPU beyond the weights:"), {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const MemoryRun& run = runs[i].run;
        cpu.entries.push_back({runKey + QString::number(i), nameOf(run),
            MemoryPlot::tr("CPU memory that this load takes beyond the weights themselves"),
            curvePen(run.look, dark), Qt::NoBrush, run.isShown});
    }
    cpu.entries.push_back({processKey, MemoryPlot::tr("whole process"),
        MemoryPlot::tr("All memory of this program that is resident, the pages of files included"),
        rss->pen(), Qt::NoBrush, isRssVisible});
    CurveLegend::Group device {MemoryPlot::tr("Device:"), {}};
    for (const DeviceArea area : areasFromBelow) {
        if (area == DeviceArea::Resident && !showsPassing)
            continue;
        device.entries.push_back({areaKey + QString::number(static_cast<int>(area)), areaName(area),
            areaToolTip(area), areaPen(area, dark), areaBrush(area, dark), isAreaVisible[area]});
    }
    if (runs.size() > 1)
        device.entries.push_back({earlierKey, MemoryPlot::tr("earlier loads"),
            MemoryPlot::tr(
                "Device memory of the loads before the newest one, in total, in the colour of each"),
            QPen(faint(q->palette().color(QPalette::Text), 0.55), 1.4, Qt::DotLine), Qt::NoBrush,
            isEarlierDeviceVisible});
    legend->setGroups({cpu, device});
}

void MemoryPlot::Private::onToggled(const QString& key, bool isOn)
{
    if (key == processKey)
        isRssVisible = isOn;
    else if (key == earlierKey)
        isEarlierDeviceVisible = isOn;
    else if (key.startsWith(runKey))
        runs[key.mid(runKey.size()).toULongLong()].run.isShown = isOn;
    else
        isAreaVisible[static_cast<DeviceArea>(key.mid(areaKey.size()).toInt())] = isOn;
    changed();
}

} // namespace weightless::widgets
