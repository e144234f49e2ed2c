// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of a GraphView that open and close in motion.
#include "widgets/graph/graphviewprivate.h"

#include <QStyle>

namespace weightless::widgets {

namespace {

constexpr int durationMs = 180;

} // namespace

// Less motion is what a style without animations asks for.
bool GraphView::Private::movesAtAll() const
{
    return display.animates && q->isVisible()
        && q->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, q) > 0;
}

// Before a scene is replaced: how it looked.
void GraphView::Private::beginMotion()
{
    motion.animation.stop();
    motion.before = {};
    if (!scene || requests.anchorGroup < 0 || requests.isFresh || !movesAtAll())
        return;
    const int box = scene->layout().boxOfGroup[static_cast<std::size_t>(requests.anchorGroup)];
    motion.from = toViewport(scene->boxRect(box));
    motion.before = QPixmap(q->viewport()->size() * q->devicePixelRatioF());
    motion.before.setDevicePixelRatio(q->devicePixelRatioF());
    QPainter painter(&motion.before);
    paintScene(painter, q->viewport()->rect());
}

void GraphView::Private::startMotion(int moved)
{
    if (motion.before.isNull() || moved < 0)
        return;
    const int box = scene->layout().boxOfGroup[static_cast<std::size_t>(moved)];
    motion.to = toViewport(scene->boxRect(box));
    motion.animation.setStartValue(0.0);
    motion.animation.setEndValue(1.0);
    motion.animation.setDuration(durationMs);
    motion.animation.setEasingCurve(QEasingCurve::OutCubic);
    motion.animation.start();
}

void GraphView::Private::paintMotion(QPainter& painter)
{
    if (motion.animation.state() != QAbstractAnimation::Running)
        return;
    const double done = motion.animation.currentValue().toDouble();
    painter.setOpacity(1 - done);
    painter.drawPixmap(0, 0, motion.before);
    painter.setOpacity(0.6 * (1 - done));
    const auto between = [done](double a, double b) { return a + (b - a) * done; };
    const QRectF outline(
        QPointF(between(motion.from.left(), motion.to.left()), between(motion.from.top(), motion.to.top())),
        QPointF(between(motion.from.right(), motion.to.right()),
            between(motion.from.bottom(), motion.to.bottom())));
    painter.setPen(QPen(palette.selection, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(outline, 8, 8);
    painter.setOpacity(1);
}

} // namespace weightless::widgets
