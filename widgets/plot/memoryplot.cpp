// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/memoryplot.h"

#include "widgets/formatbytes.h"
#include "widgets/plot/memoryplotprivate.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr int focusWidth = 2; // of the ring around the chart

// The description is made when it is asked for, and not with each of a hundred samples a second.
class MemoryPlotAccessible : public QAccessibleWidget {
public:
    explicit MemoryPlotAccessible(MemoryPlot* plot)
        : QAccessibleWidget(plot, QAccessible::Chart)
    {
    }

    static QAccessibleInterface* create(const QString& className, QObject* object)
    {
        if (className != QLatin1String(MemoryPlot::staticMetaObject.className()))
            return nullptr;
        auto* plot = qobject_cast<MemoryPlot*>(object);
        return plot ? new MemoryPlotAccessible(plot) : nullptr;
    }

    QString text(QAccessible::Text kind) const override
    {
        const auto* plot = qobject_cast<const MemoryPlot*>(object());
        return plot && kind == QAccessible::Description ? plot->describe() : QAccessibleWidget::text(kind);
    }
};

} // namespace

MemoryPlot::MemoryPlot(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    QAccessible::installFactory(&MemoryPlotAccessible::create); // again and again is once
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(focusWidth, focusWidth, focusWidth, focusWidth);
    box->setSpacing(4);
    box->addWidget(d->legend);
    box->addWidget(d->plot, 1);
    setFocusPolicy(Qt::StrongFocus);
    connect(&byteUnitsNotifier(), &ByteUnitsNotifier::changed, this, [this] { d->changed(); });
    d->retranslate();
    d->recolour();
    d->changed();
}

MemoryPlot::~MemoryPlot() = default;

void MemoryPlot::paintEvent(QPaintEvent*)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), focusWidth));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void MemoryPlot::addSample(const MemorySample& sample)
{
    if (d->newest().run.history.add(sample))
        d->changed();
}

void MemoryPlot::addSamples(std::span<const MemorySample> samples)
{
    for (const MemorySample& sample : samples)
        d->newest().run.history.add(sample);
    d->changed();
}

const std::vector<MemorySample>& MemoryPlot::samples() const
{
    return d->newest().run.history.samples();
}

MemorySample MemoryPlot::peak() const
{
    return d->newest().run.history.peak();
}

void MemoryPlot::addPhase(double seconds, const QString& label)
{
    if (!std::isfinite(seconds))
        return;
    auto& phases = d->newest().run.phases;
    const auto after = std::upper_bound(phases.begin(), phases.end(), seconds,
        [](double time, const MemoryRun::Phase& phase) { return time < phase.seconds; });
    phases.insert(after, {seconds, label});
    d->changed();
}

void MemoryPlot::addConstantSet(double seconds)
{
    if (!std::isfinite(seconds))
        return;
    // Nearly always in order already.
    auto& moments = d->newest().run.constantsSet;
    moments.insert(std::upper_bound(moments.begin(), moments.end(), seconds), seconds);
    d->changed();
}

void MemoryPlot::setProcessMemoryVisible(bool visible)
{
    d->isRssVisible = visible;
    d->arrangeLegend();
    d->changed();
}

bool MemoryPlot::isProcessMemoryVisible() const
{
    return d->isRssVisible;
}

void MemoryPlot::setDeviceMemoryVisible(bool visible)
{
    for (auto& [area, isVisible] : d->isAreaVisible)
        isVisible = visible;
    d->arrangeLegend();
    d->changed();
}

void MemoryPlot::setStretched(bool isStretched)
{
    if (d->isStretched == isStretched)
        return;
    d->isStretched = isStretched;
    d->timeTicker->setPercent(isStretched);
    hideCursor();
    d->retranslate();
    resetZoom();
}

bool MemoryPlot::isStretched() const
{
    return d->isStretched;
}

void MemoryPlot::setExtent(Extent extent)
{
    d->extent = extent;
    resetZoom();
}

MemoryPlot::Extent MemoryPlot::extent() const
{
    return d->extent;
}

bool MemoryPlot::isFollowing() const
{
    return d->isFollowing;
}

std::pair<double, double> MemoryPlot::timeRange() const
{
    return {d->from, d->to};
}

void MemoryPlot::setTimeRange(double from, double to)
{
    if (!std::isfinite(from) || !std::isfinite(to) || from >= to)
        return;
    d->setFollowing(false);
    d->setRange(from, to);
}

void MemoryPlot::setCursor(double seconds)
{
    d->placeCursor(seconds);
}

void MemoryPlot::hideCursor()
{
    if (!d->cursor)
        return;
    d->cursor.reset();
    d->changed();
}

QString MemoryPlot::describe() const
{
    QStringList words;
    if (!samples().empty())
        words.append(tr("Now: %1. Highest: %2").arg(d->inWords(samples().back()), d->inWords(peak())));
    for (const auto& [run, cpu, device] : d->runs) {
        if (&run != &d->newest().run && !run.history.samples().empty())
            words.append(tr("%1: %2").arg(d->nameOf(run), d->inWords(run.history.peak())));
    }
    if (d->cursor)
        words.append(d->cursorInWords());
    return words.isEmpty() ? tr("Nothing was measured yet.") : words.join(QStringLiteral(". "));
}

int MemoryPlot::timeTickCount() const
{
    d->update();
    return d->timeTicker->count(d->plot->xAxis->range());
}

qint64 MemoryPlot::drawnCpuPeakBytes() const
{
    d->update();
    return d->drawnCpuPeak;
}

QRect MemoryPlot::chartArea() const
{
    return d->plot->axisRect()->rect().translated(d->plot->pos());
}

std::vector<QRectF> MemoryPlot::labelPlaces() const
{
    std::vector<QRectF> places = d->labels->places();
    for (QRectF& place : places)
        place.translate(d->plot->pos());
    return places;
}

void MemoryPlot::resetZoom()
{
    d->setFollowing(true);
    d->changed();
}

void MemoryPlot::setLeastChartHeight(int pixels)
{
    d->leastHeight = pixels;
    d->keepChartHeight();
    updateGeometry();
}

QSize MemoryPlot::sizeHint() const
{
    return {760, minimumSizeHint().height() + std::max(leastChartHeight - d->leastHeight, 0)};
}

void MemoryPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->recolour();
    else if (event->type() == QEvent::LanguageChange)
        d->retranslate();
    else
        return;
    d->changed();
}

void MemoryPlot::keyPressEvent(QKeyEvent* event)
{
    const double width = d->to - d->from;
    const double middle = (d->from + d->to) / 2;
    const int direction = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Home:
        resetZoom();
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (event->modifiers() & Qt::ControlModifier)
            d->placeCursor(std::clamp(d->cursor.value_or(middle) + direction * width / 50, d->from, d->to));
        else
            setTimeRange(d->from + direction * width / 8, d->to + direction * width / 8);
        break;
    case Qt::Key_Escape:
        if (!d->cursor)
            QWidget::keyPressEvent(event);
        hideCursor();
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        d->zoomAround(0.8, middle);
        break;
    case Qt::Key_Minus:
        d->zoomAround(1.25, middle);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace weightless::widgets
