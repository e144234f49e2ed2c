// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How a MemoryPlot looks: curves, axes, colours.
#include "widgets/plot/memoryplotprivate.h"

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr int frameMs = 40;

QColor translucent(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

MemoryPlot::Private::Private(MemoryPlot* widget)
    : q(widget)
    , plot(new QCustomPlot(widget))
{
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
    plot->setNoAntialiasingOnDrag(false);
    plot->addLayer(QStringLiteral("references"), plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new ByteTicker));
    plot->xAxis->setNumberFormat(QStringLiteral("f"));
    plot->xAxis->setNumberPrecision(1);
    plot->axisRect()->setupFullAxesBox(false);
    plot->axisRect()->setMinimumMargins({8, 8, 8, 4});
    plot->legend->setVisible(true);
    // Under the chart, where it covers nothing.
    plot->axisRect()->insetLayout()->take(plot->legend);
    plot->plotLayout()->addElement(1, 0, plot->legend);
    plot->plotLayout()->setRowStretchFactor(1, 0.001);
    plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    for (QCPAxis* axis : {plot->xAxis2, plot->yAxis2})
        axis->setTicks(false);
    makeGraphs();
    makeReadOut();
    timer.setSingleShot(true);
    timer.setInterval(frameMs);
    connect(&timer, &QTimer::timeout, this, [this] { update(); });
    // The width of the chart decides how many points are drawn.
    connect(plot, &QCustomPlot::afterLayout, this, [this] { placePhases(); });
}

// From back to front. A stack is drawn with its highest sum first; every fill reaches down to the next one.
void MemoryPlot::Private::makeGraphs()
{
    staging = plot->addGraph();
    activations = plot->addGraph();
    weights = plot->addGraph();
    rss = plot->addGraph();
    cpu = plot->addGraph();
    ticks = plot->addGraph();
    staging->setChannelFillGraph(activations);
    activations->setChannelFillGraph(weights);
    for (QCPGraph* graph : {staging, activations, weights, rss, cpu})
        graph->setAdaptiveSampling(false);
    rss->setVisible(false);
    rss->removeFromLegend();
    ticks->setLineStyle(QCPGraph::lsImpulse);
    ticks->removeFromLegend();
}

void MemoryPlot::Private::makeReadOut()
{
    cursor = new QCPItemStraightLine(plot);
    readOut = new QCPItemText(plot);
    readOut->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    readOut->setTextAlignment(Qt::AlignLeft);
    readOut->setPadding({6, 4, 6, 4});
    readOut->position->setType(QCPItemPosition::ptAbsolute);
    readOut->setClipToAxisRect(false);
    band = new QCPItemRect(plot);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*> {cursor, readOut, band}) {
        item->setVisible(false);
        item->setLayer(QStringLiteral("overlay"));
    }
    band->topLeft->setType(QCPItemPosition::ptAbsolute);
    band->bottomRight->setType(QCPItemPosition::ptAbsolute);
}

void MemoryPlot::Private::retranslate()
{
    q->setAccessibleName(MemoryPlot::tr("Memory over time"));
    plot->setAccessibleName(q->accessibleName());
    cpu->setName(MemoryPlot::tr("CPU memory beyond the weights"));
    rss->setName(MemoryPlot::tr("Process (resident)"));
    weights->setName(MemoryPlot::tr("Device: weights"));
    activations->setName(MemoryPlot::tr("Device: activations"));
    staging->setName(MemoryPlot::tr("Device: staging"));
    plot->xAxis->setLabel(MemoryPlot::tr("Time in s"));
    for (auto& [name, reference] : references) {
        reference.cpu->setName(MemoryPlot::tr("%1: CPU").arg(name));
        reference.device->setName(MemoryPlot::tr("%1: device").arg(name));
    }
}

void MemoryPlot::Private::styleAxis(QCPAxis* axis, const QColor& text, const QColor& grid)
{
    for (auto setPen : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen})
        (axis->*setPen)(QPen(grid, 1));
    axis->setTickLabelColor(text);
    axis->setLabelColor(text);
    axis->setTickLabelFont(q->font());
    axis->setLabelFont(q->font());
    axis->grid()->setPen(QPen(translucent(grid, 110), 0, Qt::DotLine));
    axis->grid()->setZeroLinePen(QPen(grid, 0));
}

// Lines differ by style and fills by pattern, so that colour is not needed to tell them apart.
void MemoryPlot::Private::recolour()
{
    const QPalette palette = q->palette();
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const bool isDark = base.lightnessF() < 0.5;
    const QColor grid(
        (base.red() + text.red()) / 2, (base.green() + text.green()) / 2, (base.blue() + text.blue()) / 2);
    const QColor orange = isDark ? QColor(0xff, 0x9d, 0x45) : QColor(0xc8, 0x4b, 0x00);
    const QColor blue = isDark ? QColor(0x5d, 0xa9, 0xf0) : QColor(0x1f, 0x6f, 0xb8);
    const QColor violet = isDark ? QColor(0xb7, 0x93, 0xf0) : QColor(0x75, 0x4a, 0xb8);
    const QColor green = isDark ? QColor(0x63, 0xc1, 0x84) : QColor(0x2c, 0x8a, 0x4b);
    plot->setBackground(QBrush(base));
    styleAxis(plot->xAxis, text, grid);
    styleAxis(plot->yAxis, text, grid);
    styleAxis(plot->xAxis2, text, grid);
    styleAxis(plot->yAxis2, text, grid);
    cpu->setPen(QPen(orange, 2.2));
    rss->setPen(QPen(orange, 1.3, Qt::DashDotLine));
    weights->setPen(QPen(blue, 1.4));
    weights->setBrush(translucent(blue, 110));
    activations->setPen(QPen(violet, 1.4, Qt::DashLine));
    activations->setBrush(QBrush(translucent(violet, 170), Qt::BDiagPattern));
    staging->setPen(QPen(green, 1.4, Qt::DotLine));
    staging->setBrush(QBrush(translucent(green, 170), Qt::Dense5Pattern));
    ticks->setPen(QPen(translucent(green, 220), 1));
    int index = 0;
    for (auto& [name, reference] : references) {
        const Qt::PenStyle style = index++ % 2 == 0 ? Qt::DashLine : Qt::DotLine;
        reference.cpu->setPen(QPen(translucent(orange, 130), 1.3, style));
        reference.device->setPen(QPen(translucent(blue, 130), 1.3, style));
    }
    for (const Phase& phase : phases) {
        phase.line->setPen(QPen(translucent(text, 150), 1, Qt::DashLine));
        phase.text->setColor(text);
        phase.text->setFont(q->font());
        phase.text->setBrush(translucent(base, 200));
    }
    cursor->setPen(QPen(text, 1));
    readOut->setFont(q->font());
    readOut->setColor(text);
    readOut->setBrush(translucent(base, 235));
    readOut->setPen(QPen(grid, 1));
    band->setPen(QPen(palette.color(QPalette::Highlight), 1));
    band->setBrush(translucent(palette.color(QPalette::Highlight), 50));
    plot->legend->setFont(q->font());
    plot->legend->setTextColor(text);
    plot->legend->setBrush(translucent(base, 215));
    plot->legend->setBorderPen(QPen(translucent(grid, 120), 1));
    plot->legend->setRowSpacing(-3);
}

MemoryPlot::Private::Phase MemoryPlot::Private::makePhase(double seconds, const QString& label)
{
    Phase phase {seconds, label, new QCPItemStraightLine(plot), new QCPItemText(plot)};
    phase.line->point1->setCoords(seconds, 0);
    phase.line->point2->setCoords(seconds, 1);
    phase.text->setText(label);
    phase.text->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    phase.text->setPadding({3, 1, 3, 1});
    phase.text->position->setTypeX(QCPItemPosition::ptPlotCoords);
    phase.text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    phase.text->position->setCoords(seconds, 0);
    return phase;
}

// Labels that would overlap go one line down; after a few lines the first one is free again.
void MemoryPlot::Private::placePhases()
{
    std::vector<const Phase*> ordered;
    for (const Phase& phase : phases)
        ordered.push_back(&phase);
    std::stable_sort(ordered.begin(), ordered.end(),
        [](const Phase* a, const Phase* b) { return a->seconds < b->seconds; });
    const QFontMetricsF metrics(q->font());
    const double height = std::max(plot->axisRect()->height(), 1);
    constexpr std::size_t lines = 4;
    std::array<double, lines> occupied;
    occupied.fill(-1e9);
    for (const Phase* phase : ordered) {
        const double left = plot->xAxis->coordToPixel(phase->seconds);
        const auto free =
            std::find_if(occupied.begin(), occupied.end(), [left](double end) { return end < left; });
        const auto line = static_cast<std::size_t>(free == occupied.end() ? 0 : free - occupied.begin());
        occupied[line] = left + metrics.horizontalAdvance(phase->label) + 10;
        phase->text->position->setCoords(
            phase->seconds, static_cast<double>(line) * (metrics.height() + 3) / height);
    }
}

void MemoryPlot::Private::changed()
{
    // One replot per tick, however many samples arrive.
    if (!timer.isActive())
        timer.start();
}

double MemoryPlot::Private::lastTime() const
{
    double last = history.samples().empty() ? 0 : history.samples().back().seconds;
    for (const auto& [name, reference] : references) {
        if (!reference.history.samples().empty())
            last = std::max(last, reference.history.samples().back().seconds);
    }
    return last;
}

void MemoryPlot::Private::fillCurve(QCPGraph* graph, const MemoryHistory& source, MemoryCurve curve)
{
    std::vector<MemoryHistory::Point> points;
    source.thinned(curve, from, to, std::max(plot->axisRect()->width(), 100), points);
    QSharedPointer<QCPGraphDataContainer> data(new QCPGraphDataContainer);
    QVector<QCPGraphData> values;
    values.reserve(static_cast<qsizetype>(points.size()));
    for (const auto& point : points)
        values.append({point.seconds, static_cast<double>(point.bytes)});
    data->set(values, true);
    graph->setData(data);
}

void MemoryPlot::Private::update()
{
    timer.stop();
    if (isFollowing) {
        from = history.samples().empty() ? 0 : std::min(0.0, history.samples().front().seconds);
        to = std::max(from + 1, lastTime());
    }
    fillCurve(cpu, history, MemoryCurve::Cpu);
    fillCurve(weights, history, MemoryCurve::Weights);
    fillCurve(activations, history, MemoryCurve::WeightsActivations);
    fillCurve(staging, history, MemoryCurve::DeviceTotal);
    fillCurve(rss, history, MemoryCurve::ProcessRss);
    for (auto& [name, reference] : references) {
        fillCurve(reference.cpu, reference.history, MemoryCurve::Cpu);
        fillCurve(reference.device, reference.history, MemoryCurve::DeviceTotal);
    }
    drawnCpuPeak = 0;
    for (const QCPGraphData& point : *cpu->data())
        drawnCpuPeak = std::max(drawnCpuPeak, static_cast<qint64>(point.value));
    scaleAxes();
    fillTicks();
    arrangeLegend();
    plot->replot(QCustomPlot::rpQueuedReplot);
}

// As many columns as the widest entry allows, so that no entry is cut.
void MemoryPlot::Private::arrangeLegend()
{
    const QFontMetrics metrics(plot->legend->font());
    int entryWidth = 1;
    for (int i = 0; i < plot->legend->itemCount(); ++i) {
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot->legend->item(i)))
            entryWidth = std::max(entryWidth, metrics.horizontalAdvance(item->plottable()->name()));
    }
    entryWidth += plot->legend->iconSize().width() + plot->legend->iconTextPadding()
        + plot->legend->columnSpacing() + metrics.averageCharWidth() * 2;
    const int columns = std::clamp(plot->width() / entryWidth, 1, std::max(plot->legend->itemCount(), 1));
    plot->legend->setWrap(columns);
    plot->legend->setFillOrder(QCPLegend::foColumnsFirst, true);
}

double MemoryPlot::Private::largestShown() const
{
    double largest = 0;
    for (int i = 0; i < plot->graphCount(); ++i) {
        if (plot->graph(i) == ticks || !plot->graph(i)->visible())
            continue;
        for (const QCPGraphData& point : *plot->graph(i)->data())
            largest = std::max(largest, point.value);
    }
    return largest;
}

void MemoryPlot::Private::scaleAxes()
{
    plot->xAxis->setRange(from, to);
    // Room above for the labels of phases.
    const double largest = largestShown();
    plot->yAxis->setRange(0, largest > 0 ? largest * 1.15 : 1024);
    const double span = to - from;
    plot->xAxis->setNumberPrecision(span < 0.5 ? 3 : span < 5 ? 2 : span < 50 ? 1 : 0);
}

// One tick per pixel is as many as can be seen.
void MemoryPlot::Private::fillTicks()
{
    const double height = plot->yAxis->range().upper * 0.03;
    const double pixel = (to - from) / std::max(plot->axisRect()->width(), 100);
    QVector<QCPGraphData> values;
    auto next = std::lower_bound(constantsSet.begin(), constantsSet.end(), from);
    while (next != constantsSet.end() && *next <= to) {
        values.append({*next, height});
        next = std::upper_bound(next, constantsSet.end(), *next + pixel);
    }
    QSharedPointer<QCPGraphDataContainer> data(new QCPGraphDataContainer);
    data->set(values, true);
    ticks->setData(data);
}

} // namespace weightless::widgets
