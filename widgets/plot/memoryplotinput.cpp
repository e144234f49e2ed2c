// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse of a MemoryPlot: zoom, pan, rubber band and the read-out at the cursor.
#include "widgets/plot/memoryplotprivate.h"

#include "widgets/formatbytes.h"

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr double smallestSpan = 0.001;
constexpr double largestSpan = 1e7;

} // namespace

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
        wheel(static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::Leave:
        hideReadOut();
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
    if (drag == Drag::None)
        showReadOut(event->position());
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

void MemoryPlot::Private::zoomAround(double factor, double seconds)
{
    const double span = (to - from) * factor;
    if (span < smallestSpan || span > largestSpan)
        return;
    setFollowing(false);
    setRange(seconds - (seconds - from) * factor, seconds + (to - seconds) * factor);
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
    const double last = std::max(lastTime(), 1.0);
    from = std::clamp(newFrom, -0.9 * span, std::max(last - 0.1 * span, -0.9 * span));
    to = from + span;
    changed();
}

void MemoryPlot::Private::showReadOut(const QPointF& position)
{
    const MemorySample* sample = plot->axisRect()->rect().contains(position.toPoint())
        ? history.nearest(plot->xAxis->pixelToCoord(position.x()))
        : nullptr;
    if (!sample) {
        hideReadOut();
        return;
    }
    const QString text = readOutText(*sample);
    cursor->point1->setCoords(sample->seconds, 0);
    cursor->point2->setCoords(sample->seconds, 1);
    readOut->setText(text);
    // At the side of the cursor where there is room.
    const double x = plot->xAxis->coordToPixel(sample->seconds);
    const bool isRight = x > plot->axisRect()->rect().center().x();
    readOut->setPositionAlignment(Qt::AlignTop | (isRight ? Qt::AlignRight : Qt::AlignLeft));
    readOut->position->setCoords(x + (isRight ? -8 : 8), plot->axisRect()->top() + 8);
    const bool wasVisible = cursor->visible();
    cursor->setVisible(true);
    readOut->setVisible(true);
    plot->replot(QCustomPlot::rpQueuedReplot);
    emit q->readOutChanged(inWords(*sample));
    if (!wasVisible)
        plot->setCursor(Qt::CrossCursor);
}

// On one line.
QString MemoryPlot::Private::inWords(const MemorySample& sample) const
{
    return readOutText(sample).replace(u'\n', QStringLiteral("  ·  "));
}

void MemoryPlot::Private::hideReadOut()
{
    if (!cursor->visible())
        return;
    cursor->setVisible(false);
    readOut->setVisible(false);
    plot->unsetCursor();
    plot->replot(QCustomPlot::rpQueuedReplot);
    emit q->readOutChanged({});
}

QString MemoryPlot::Private::readOutText(const MemorySample& sample) const
{
    QStringList lines;
    lines.append(MemoryPlot::tr("%1 s").arg(QLocale().toString(sample.seconds, 'f', 3)));
    const auto add = [&](const QCPGraph* graph, qint64 bytes) {
        lines.append(graph->name() + QStringLiteral(": ") + formatBytes(bytes));
    };
    add(cpu, sample.cpuOverheadBytes);
    add(weights, sample.deviceWeightsBytes);
    add(activations, sample.deviceActivationsBytes);
    add(staging, sample.deviceStagingBytes);
    if (isRssVisible && sample.processRssBytes >= 0)
        add(rss, sample.processRssBytes);
    return lines.join(u'\n');
}

} // namespace weightless::widgets
