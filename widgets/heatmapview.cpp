// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmapview.h"

#include "widgets/formatnumber.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::widgets {

namespace {

// Between the colours of a scale whose steps the eye sees as equal.
template <size_t Count>
QColor along(const std::array<QRgb, Count>& colours, double share)
{
    const double position = std::clamp(share, 0.0, 1.0) * (Count - 1);
    const auto index = std::min(static_cast<size_t>(position), Count - 2);
    const double rest = position - static_cast<double>(index);
    const auto mix = [rest](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * rest)); };
    const QColor a(colours[index]), b(colours[index + 1]);
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

constexpr std::array<QRgb, 5> towardsDark {0xfff2f6fb, 0xffb3cde8, 0xff6a9fd0, 0xff2f6cab, 0xff0c2f5e};
constexpr std::array<QRgb, 5> bothSides {0xff0b4f94, 0xff6fa8d6, 0xfff5f5f5, 0xffeba24a, 0xff9c4a00};

constexpr QColor noNumber(208, 0, 160); // on neither scale

} // namespace

HeatMapView::HeatMapView(QWidget* parent)
    : QWidget(parent)
{
}

QColor HeatMapView::colorOf(double value) const
{
    const double most = std::max(std::abs(m_lowest), std::abs(m_highest));
    if (m_lowest < 0 && m_highest > 0)
        return along(bothSides, 0.5 + 0.5 * value / most);
    const double range = m_highest - m_lowest;
    return along(towardsDark, range > 0 ? (value - m_lowest) / range : 0.5);
}

void HeatMapView::setGrid(Grid grid)
{
    m_grid = std::move(grid);
    m_lowest = m_highest = 0;
    bool isFirst = true;
    for (const double value : m_grid.values) {
        if (!std::isfinite(value))
            continue;
        m_lowest = isFirst ? value : std::min(m_lowest, value);
        m_highest = isFirst ? value : std::max(m_highest, value);
        isFirst = false;
    }
    m_image = {};
    QStringList description;
    if (!m_grid.values.empty())
        description.append(tr("%1 by %2 numbers from %3 to %4")
                               .arg(QLocale().toString(m_grid.rows), QLocale().toString(m_grid.columns),
                                   formatNumber(m_lowest), formatNumber(m_highest)));
    if (const QString sampling = samplingText(); !sampling.isEmpty())
        description.append(sampling);
    setAccessibleDescription(description.join(QStringLiteral(". ")));
    update();
}

HeatMapView::Cells HeatMapView::cellsAt(int pixel, int pixels, int cells)
{
    const int first = pixel * cells / pixels;
    return {first, std::max((pixel + 1) * cells / pixels, first + 1)};
}

double HeatMapView::valueAt(const QPoint& cell) const
{
    return m_grid.values[static_cast<size_t>(cell.y()) * static_cast<size_t>(m_grid.columns)
        + static_cast<size_t>(cell.x())];
}

QPoint HeatMapView::shownOf(const Cells& rows, const Cells& columns) const
{
    QPoint shown(columns.first, rows.first);
    for (int row = rows.first; row < rows.end; ++row) {
        for (int column = columns.first; column < columns.end; ++column) {
            const QPoint cell(column, row);
            if (!std::isfinite(valueAt(cell)))
                return cell;
            if (std::abs(valueAt(cell)) > std::abs(valueAt(shown)))
                shown = cell;
        }
    }
    return shown;
}

// In pixels of the screen.
QSize HeatMapView::imageSize() const
{
    const QSize room = mapRect().size() * devicePixelRatioF();
    return room.boundedTo({m_grid.columns, m_grid.rows});
}

// No cell may be left out where there are more of them than pixels.
void HeatMapView::drawImage()
{
    const QSize size = imageSize();
    if (m_image.size() == size)
        return;
    m_image = QImage(size, QImage::Format_ARGB32);
    for (int y = 0; y < m_image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        const Cells rows = cellsAt(y, m_image.height(), m_grid.rows);
        for (int x = 0; x < m_image.width(); ++x) {
            const double value = valueAt(shownOf(rows, cellsAt(x, m_image.width(), m_grid.columns)));
            line[x] = std::isfinite(value) ? colorOf(value).rgb() : qRgba(0, 0, 0, 0);
        }
    }
}

QString HeatMapView::samplingText() const
{
    const QString rows = QLocale().toString(m_grid.rowStep), columns = QLocale().toString(m_grid.columnStep);
    if (m_grid.areExtremes)
        return tr("A cell stands for %1 by %2 numbers: it shows NaN where one is among them, otherwise the "
                  "number furthest from zero")
            .arg(rows, columns);
    if (m_grid.rowStep > 1 && m_grid.columnStep > 1)
        return tr("A sample: one row in %1 and one column in %2").arg(rows, columns);
    if (m_grid.rowStep > 1)
        return tr("A sample: one row in %1").arg(rows);
    return m_grid.columnStep > 1 ? tr("A sample: one column in %1").arg(columns) : QString();
}

QRect HeatMapView::scaleRect() const
{
    const int height = fontMetrics().height();
    return {0, this->height() - height - 12, width(), 8};
}

// Cells are squares as long as that leaves them visible; a long row fills the width.
QRect HeatMapView::mapRect() const
{
    const QRect room(0, 0, width(), scaleRect().top() - 6);
    if (m_grid.rows == 0 || m_grid.columns == 0 || room.isEmpty())
        return {};
    const double side = std::min(
        static_cast<double>(room.width()) / m_grid.columns, static_cast<double>(room.height()) / m_grid.rows);
    QSize size(std::max(static_cast<int>(side * m_grid.columns), 1),
        std::max(static_cast<int>(side * m_grid.rows), 1));
    size.setHeight(std::max(size.height(), std::min(room.height(), 24)));
    size.setWidth(std::max(size.width(), std::min(room.width(), 24)));
    return {room.topLeft(), size};
}

void HeatMapView::paintScale(QPainter& painter) const
{
    const QRect scale = scaleRect();
    for (int x = 0; x < scale.width(); ++x) {
        const double share = x / std::max(scale.width() - 1.0, 1.0);
        painter.fillRect(QRect(scale.left() + x, scale.top(), 1, scale.height()),
            colorOf(m_lowest + share * (m_highest - m_lowest)));
    }
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect texts(scale.left(), scale.bottom() + 3, scale.width(), fontMetrics().height());
    painter.drawText(texts, Qt::AlignLeft | Qt::AlignTop, formatNumber(m_lowest));
    painter.drawText(texts, Qt::AlignRight | Qt::AlignTop, formatNumber(m_highest));
}

void HeatMapView::paintEvent(QPaintEvent*)
{
    const QRect map = mapRect();
    if (map.isEmpty())
        return;
    drawImage();
    QPainter painter(this);
    painter.fillRect(map, palette().color(QPalette::Base));
    constexpr int leastHatched = 8; // pixels: between two lines of a hatching
    const bool areSmall =
        map.width() < leastHatched * m_grid.columns || map.height() < leastHatched * m_grid.rows;
    painter.fillRect(
        map, areSmall ? QBrush(noNumber) : QBrush(palette().color(QPalette::Text), Qt::BDiagPattern));
    painter.drawImage(map, m_image);
    paintScale(painter);
}

QString HeatMapView::indicesOf(int cell, qint64 step, qint64 indices, bool areExtremes)
{
    const qint64 first = cell * step, last = std::min(first + step, indices) - 1;
    const QString from = QLocale().toString(first);
    return areExtremes && last > first ? QStringLiteral("%1 … %2").arg(from, QLocale().toString(last)) : from;
}

QString HeatMapView::textAt(const QPoint& position) const
{
    const QRect map = mapRect();
    if (map.isEmpty() || !map.contains(position))
        return {};
    const QSize size = imageSize();
    const int x = (position.x() - map.left()) * size.width() / map.width();
    const int y = (position.y() - map.top()) * size.height() / map.height();
    const QPoint cell =
        shownOf(cellsAt(y, size.height(), m_grid.rows), cellsAt(x, size.width(), m_grid.columns));
    return QStringLiteral("[%1, %2] = %3")
        .arg(indicesOf(cell.y(), m_grid.rowStep, m_grid.rowIndices, m_grid.areExtremes),
            indicesOf(cell.x(), m_grid.columnStep, m_grid.columnIndices, m_grid.areExtremes),
            formatNumber(valueAt(cell)));
}

QSize HeatMapView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 36, fontMetrics().height() * 14};
}

QSize HeatMapView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, fontMetrics().height() * 5};
}

bool HeatMapView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
    return true;
}

} // namespace weightless::widgets
