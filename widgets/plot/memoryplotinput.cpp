// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse of a MemoryPlot: zoom, pan, rubber band and the cursor.
#include "widgets/formatbytes.h"
#include "widgets/formatduration.h"
#include "widgets/plot/memoryplotprivate.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double smallestSpan = 1e-5;
constexpr double largestSpan = 1e7;

} // namespace

// On a page that is higher than its place the wheel is the page's, as long as Ctrl does not say that it is to
// zoom. QCustomPlot passes no event on to what it lies in.
QScrollBar* MemoryPlot::Private::barOf(const QWheelEvent& event) const
{
    if (event.modifiers() & Qt::ControlModifier)
        return nullptr;
    for (const QWidget* around = q->parentWidget(); around; around = around->parentWidget()) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(around);
        if (area && area->verticalScrollBar()->maximum() > area->verticalScrollBar()->minimum())
            return area->verticalScrollBar();
    }
    return nullptr;
}

bool MemoryPlot::Private::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != plot)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        q->resetZoom();
        return true;
    case QEvent::Wheel:
        if (QScrollBar* bar = barOf(*static_cast<QWheelEvent*>(event)))
            QCoreApplication::sendEvent(bar, event);
        else
            wheel(static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::Leave:
        q->hideCursor();
        return false;
    case QEvent::Resize:
        changed();
        return false;
    default:
        return false;
    }
}

void MemoryPlot::Private::press(const QMouseEvent* event)
{
    q->setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    pressed = event->position();
    pressedFrom = from;
    pressedTo = to;
    const bool wantsBand = event->button() == Qt::LeftButton && (event->modifiers() & Qt::ControlModifier);
    drag = wantsBand ? Drag::Zoom : Drag::Pan;
}

void MemoryPlot::Private::move(const QMouseEvent* event)
{
    const double perPixel = (pressedTo - pressedFrom) / std::max(plot->axisRect()->width(), 1);
    const double distance = event->position().x() - pressed.x();
    if (drag == Drag::Pan && std::abs(distance) >= 3) {
        setFollowing(false);
        setRange(pressedFrom - distance * perPixel, pressedTo - distance * perPixel);
    } else if (drag == Drag::Zoom) {
        const QRect area = plot->axisRect()->rect();
        band->topLeft->setCoords(pressed.x(), area.top());
        band->bottomRight->setCoords(event->position().x(), area.bottom());
        band->setVisible(true);
        plot->replot(QCustomPlot::rpQueuedReplot);
    }
    if (drag != Drag::None)
        return;
    if (plot->axisRect()->rect().contains(event->position().toPoint()))
        placeCursor(plot->xAxis->pixelToCoord(event->position().x()));
    else
        q->hideCursor();
}

void MemoryPlot::Private::release(const QMouseEvent* event)
{
    const Drag ended = std::exchange(drag, Drag::None);
    if (ended != Drag::Zoom)
        return;
    band->setVisible(false);
    const double a = plot->xAxis->pixelToCoord(pressed.x());
    const double b = plot->xAxis->pixelToCoord(event->position().x());
    if (std::abs(event->position().x() - pressed.x()) >= 4) {
        setFollowing(false);
        setRange(std::min(a, b), std::max(a, b));
    }
    changed();
}

void MemoryPlot::Private::wheel(const QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps != 0)
        zoomAround(std::pow(0.8, steps), plot->xAxis->pixelToCoord(event->position().x()));
}

void MemoryPlot::Private::zoomAround(double factor, double time)
{
    const double span = (to - from) * factor;
    if (span < smallestSpan || span > largestSpan)
        return;
    setFollowing(false);
    setRange(time - (time - from) * factor, time + (to - time) * factor);
}

void MemoryPlot::Private::setFollowing(bool on)
{
    if (isFollowing == on)
        return;
    isFollowing = on;
    emit q->followingChanged(on);
}

void MemoryPlot::Private::setRange(double newFrom, double newTo)
{
    // Some of the data stays in view.
    const double span = std::max(newTo - newFrom, smallestSpan);
    const double last = std::max(lastTime(), 1e-3);
    from = std::clamp(newFrom, -0.9 * span, std::max(last - 0.1 * span, -0.9 * span));
    to = from + span;
    changed();
}

void MemoryPlot::Private::placeCursor(double time)
{
    if (!std::isfinite(time))
        return;
    cursor = time;
    changed();
}

QString MemoryPlot::Private::timeText(double time) const
{
    const double resolution = (to - from) / std::max(plot->axisRect()->width(), 100);
    if (isStretched)
        return MemoryPlot::tr("%1 %").arg(QLocale().toString(time, 'f', resolution < 0.2 ? 1 : 0));
    return formatSeconds(time, std::pow(10, std::floor(std::log10(resolution))));
}

QString MemoryPlot::Private::inWords(const MemorySample& sample) const
{
    QStringList words {MemoryPlot::tr("CPU beyond the weights %1").arg(formatBytes(sample.cpuOverheadBytes)),
        MemoryPlot::tr("of that, staging %1").arg(formatBytes(sample.stagingBytes)),
        MemoryPlot::tr("device weights %1").arg(formatBytes(sample.deviceWeightsBytes)),
        MemoryPlot::tr("activations %1").arg(formatBytes(sample.deviceActivationsBytes))};
    if (sample.devicePassingBytes > 0)
        words.append(
            MemoryPlot::tr("of the weights, %1 come and go").arg(formatBytes(sample.devicePassingBytes)));
    if (isRssVisible && sample.processRssBytes >= 0)
        words.append(MemoryPlot::tr("process %1").arg(formatBytes(sample.processRssBytes)));
    return words.join(QStringLiteral(", "));
}

QString MemoryPlot::Private::cursorInWords() const
{
    QStringList words;
    for (const EndLabels::Label& label : labels->labels())
        words.append(label.name + u' ' + label.value);
    return MemoryPlot::tr("At %1: %2").arg(timeText(*cursor), words.join(QStringLiteral(", ")));
}

} // namespace weightless::widgets
