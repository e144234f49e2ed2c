// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/endlabels.h"

#include "widgets/formatbytes.h"
#include "widgets/plot/curvelook.h"
#include "widgets/plot/labelplacement.h"

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr int elbowWidth = 18; // of the line that leads to a label
constexpr int gap = 5;
constexpr int border = 6;
constexpr double largestShare = 0.34; // of the plot's width

} // namespace

EndLabels::EndLabels(QCustomPlot* plot)
    : QCPLayerable(plot, QStringLiteral("overlay"))
{
}

void EndLabels::setLabels(std::vector<Label> labels, const QString& heading)
{
    m_labels = std::move(labels);
    m_heading = heading;
}

void EndLabels::setColours(const QColor& text, const QColor& ground)
{
    m_text = text;
    m_ground = ground;
}

QFont EndLabels::nameFont() const
{
    return parentPlot()->font();
}

QFont EndLabels::valueFont() const
{
    QFont font = nameFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

int EndLabels::neededWidth(int plotWidth) const
{
    const QFontMetricsF names(nameFont());
    const QFontMetricsF values(valueFont());
    // Values change all the time, the chart's width does not.
    double valueWidth = 0;
    for (const qint64 widest : {qint64 {1000} << 20, qint64 {888'000'000}, qint64 {88'800'000}})
        valueWidth = std::max(valueWidth, values.horizontalAdvance(formatBytes(widest)));
    double widest = 0;
    for (const Label& label : m_labels)
        widest = std::max(widest, names.horizontalAdvance(label.name) + gap + valueWidth);
    for (const QString& name : m_otherNames)
        widest = std::max(widest, names.horizontalAdvance(name) + gap + valueWidth);
    const double least = std::min(valueWidth + elbowWidth + border, plotWidth * largestShare);
    return static_cast<int>(std::ceil(
        std::clamp(widest + elbowWidth + border, least, std::max(plotWidth * largestShare, least))));
}

std::vector<QRectF> EndLabels::places() const
{
    const QCPAxisRect* axes = parentPlot()->axisRect();
    const double height = QFontMetricsF(valueFont()).height();
    const double top = axes->top();
    const double bottom = axes->bottom() + height / 2;
    const auto room = static_cast<std::size_t>(std::max((bottom - top) / height, 0.0));
    std::vector<double> wanted;
    for (std::size_t i = 0; i < std::min(room, m_labels.size()); ++i) {
        const double y = parentPlot()->yAxis->coordToPixel(m_labels[i].point.y());
        wanted.push_back(std::clamp<double>(y, axes->top(), axes->bottom()));
    }
    const double left = axes->right() + elbowWidth;
    const double width = parentPlot()->viewport().right() - border - left;
    std::vector<QRectF> places;
    for (const double centre : placeLabels(wanted, height, top, bottom))
        places.emplace_back(left, centre - height / 2, width, height);
    return places;
}

void EndLabels::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(true);
}

void EndLabels::drawLabel(QCPPainter* painter, const Label& label, const QRectF& place) const
{
    const QCPAxisRect* axes = parentPlot()->axisRect();
    const double right = axes->right();
    const double y =
        std::clamp<double>(parentPlot()->yAxis->coordToPixel(label.point.y()), axes->top(), axes->bottom());
    const double x =
        std::clamp<double>(parentPlot()->xAxis->coordToPixel(label.point.x()), axes->left(), right);
    painter->setPen(QPen(faint(label.pen.color(), 0.8), 1.2, Qt::DotLine));
    painter->drawLine(QPointF(x, y), QPointF(right, y));
    painter->setPen(QPen(label.pen.color(), 1.4));
    const QPointF bend(right + 4, y);
    const QPointF end(place.left() - 4, place.center().y());
    painter->drawPolyline(QPolygonF({QPointF(right, y), bend, end}));
    for (const QPointF& mark : label.marks) {
        const QPointF centre(
            parentPlot()->xAxis->coordToPixel(mark.x()), parentPlot()->yAxis->coordToPixel(mark.y()));
        painter->setPen(QPen(m_ground, 1.5));
        painter->setBrush(label.pen.color());
        painter->drawEllipse(centre, 4, 4);
    }
    const QFontMetricsF values(valueFont());
    const double valueWidth = values.horizontalAdvance(label.value);
    const double nameWidth = place.width() - valueWidth - gap;
    const QString name = QFontMetricsF(nameFont()).elidedText(label.name, Qt::ElideMiddle, nameWidth);
    // A name of one letter and three dots says nothing.
    const bool hasName = name.size() > 4 || name == label.name;
    painter->setPen(m_text);
    painter->setFont(nameFont());
    const double used = hasName ? QFontMetricsF(nameFont()).horizontalAdvance(name) + gap : 0;
    if (hasName)
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter->setFont(valueFont());
    painter->drawText(place.adjusted(used, 0, gap, 0), Qt::AlignLeft | Qt::AlignVCenter, label.value);
}

void EndLabels::draw(QCPPainter* painter)
{
    const std::vector<QRectF> places = this->places();
    for (std::size_t i = 0; i < places.size(); ++i)
        drawLabel(painter, m_labels[i], places[i]);
    const QCPAxisRect* axes = parentPlot()->axisRect();
    painter->setFont(nameFont());
    painter->setPen(faint(m_text, 0.75));
    const double left = axes->right() + elbowWidth;
    const double height = QFontMetricsF(nameFont()).height();
    const QRectF place(
        left, axes->top() - height - 4, parentPlot()->viewport().right() - border - left, height);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, m_heading);
}

} // namespace weightless::widgets
