// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/arenaview.h"

#include "widgets/formatbytes.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace weightless::widgets {

ArenaView::ArenaView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
}

void ArenaView::setBlocks(std::vector<Block> blocks, int stepCount, qint64 sizeBytes)
{
    m_blocks = std::move(blocks);
    m_stepCount = stepCount;
    m_sizeBytes = sizeBytes;
    m_current = -1;
    m_picture = {};
    setCurrent(stepCount > 0 ? 0 : -1);
    update();
}

void ArenaView::setCurrent(int step)
{
    const int known = std::clamp(step, m_stepCount > 0 ? 0 : -1, m_stepCount - 1);
    if (known == m_current)
        return;
    m_current = known;
    setAccessibleDescription(
        tr("Step %1 of %2: %Ln block(s) of %3", nullptr, static_cast<int>(liveBlocks().size()))
            .arg(QLocale().toString(m_current + 1), QLocale().toString(m_stepCount),
                formatBytes(m_sizeBytes)));
    update();
    emit currentChanged(m_current);
}

std::vector<int> ArenaView::liveBlocks() const
{
    std::vector<int> live;
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        if (m_blocks[i].first <= m_current && m_current <= m_blocks[i].last)
            live.push_back(static_cast<int>(i));
    }
    std::sort(live.begin(), live.end(), [this](int one, int other) {
        return m_blocks[static_cast<size_t>(one)].offsetBytes
            < m_blocks[static_cast<size_t>(other)].offsetBytes;
    });
    return live;
}

QRectF ArenaView::chartRect() const
{
    const double line = fontMetrics().height() + 4;
    return QRectF(rect()).adjusted(1, line, -1, -line);
}

QRectF ArenaView::blockRect(const Block& block) const
{
    const QRectF chart = chartRect();
    const double step = chart.width() / std::max(m_stepCount, 1);
    const double byte = chart.height() / static_cast<double>(std::max<qint64>(m_sizeBytes, 1));
    const double height = static_cast<double>(block.sizeBytes) * byte;
    return {chart.left() + block.first * step,
        chart.bottom() - static_cast<double>(block.offsetBytes) * byte - height,
        (block.last - block.first + 1) * step, height};
}

// Large blocks stand out; small ones are seen all the same.
void ArenaView::paintBlocks()
{
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(Qt::transparent);
    QPainter painter(&m_picture);
    painter.fillRect(chartRect(), palette().color(QPalette::Base));
    const QColor accent = palette().color(QPalette::Active, QPalette::Highlight);
    QColor edge = palette().color(QPalette::Base);
    const qint64 largest = std::max<qint64>(m_sizeBytes, 1);
    for (const Block& block : m_blocks) {
        QColor colour = accent;
        const double share = static_cast<double>(block.sizeBytes) / static_cast<double>(largest);
        colour.setAlphaF(static_cast<float>(std::min(0.35 + 2 * share, 0.95)));
        const QRectF place = blockRect(block);
        painter.fillRect(place, colour);
        if (place.width() > 3 && place.height() > 3) {
            painter.setPen(edge);
            painter.drawRect(place);
        }
    }
}

void ArenaView::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        paintBlocks();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    const QRectF chart = chartRect();
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF above(chart.left(), 0, chart.width(), chart.top());
    painter.drawText(above, Qt::AlignVCenter, formatBytes(m_sizeBytes));
    const QRectF below(chart.left(), chart.bottom(), chart.width(), height() - chart.bottom());
    painter.drawText(below, Qt::AlignVCenter, formatBytes(0));
    painter.drawText(below, Qt::AlignVCenter | Qt::AlignRight, tr("%Ln step(s)", nullptr, m_stepCount));
    if (m_current >= 0) {
        const double step = chart.width() / std::max(m_stepCount, 1);
        const double x = chart.left() + (m_current + 0.5) * step;
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DashLine));
        painter.drawLine(QPointF(x, chart.top()), QPointF(x, chart.bottom()));
    }
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Active, QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ArenaView::mousePressEvent(QMouseEvent* event)
{
    const QRectF chart = chartRect();
    const double share = (event->position().x() - chart.left()) / std::max(chart.width(), 1.0);
    setCurrent(static_cast<int>(std::clamp(share, 0.0, 1.0) * m_stepCount));
}

void ArenaView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        mousePressEvent(event);
}

void ArenaView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Left)
        setCurrent(m_current - 1);
    else if (event->key() == Qt::Key_Right)
        setCurrent(m_current + 1);
    else if (event->key() == Qt::Key_Home)
        setCurrent(0);
    else if (event->key() == Qt::Key_End)
        setCurrent(m_stepCount - 1);
    else
        QWidget::keyPressEvent(event);
}

void ArenaView::resizeEvent(QResizeEvent* event)
{
    m_picture = {};
    QWidget::resizeEvent(event);
}

void ArenaView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_picture = {};
    QWidget::changeEvent(event);
}

} // namespace weightless::widgets
