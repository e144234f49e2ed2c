// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a GraphView mean.
#include "widgets/graph/graphviewprivate.h"

#include <QSet>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr double swatch = 11;
constexpr double inset = 8;
constexpr double space = 14; // between entries

using Rows = std::vector<std::pair<QColor, QString>>;

// The colour groups that a graph has, in a fixed order.
Rows categoryRows(const GraphModel& model, const GraphPalette& palette)
{
    QSet<QString> present;
    for (std::size_t node = 0; node < model.description().nodes.size(); ++node)
        present.insert(model.category(static_cast<int>(node)));
    Rows rows;
    for (const char* const name : {"port", "convolution", "matmul", "normalization", "activation",
             "elementwise", "reduction", "pooling", "quantization", "control", "shape", "other"}) {
        const QString category = QString::fromLatin1(name);
        if (present.contains(category))
            rows.emplace_back(palette.category(category), GraphColours::categoryName(category));
    }
    return rows;
}

Rows heatRows(const GraphColours& colours, const GraphPalette& palette)
{
    Rows rows {{QColor(), GraphColours::name(colours.colouring())}};
    if (colours.wholeText().isEmpty()) {
        rows.emplace_back(palette.heat(0), GraphView::tr("nothing known yet"));
        return rows;
    }
    rows.emplace_back(palette.heat(0), GraphView::tr("nothing"));
    rows.emplace_back(palette.heat(0.1), GraphView::tr("a hundredth"));
    rows.emplace_back(palette.heat(0.5), GraphView::tr("a quarter"));
    rows.emplace_back(palette.heat(1), GraphView::tr("all: %1").arg(colours.wholeText()));
    return rows;
}

} // namespace

void GraphView::Private::updateLegend()
{
    legend.clear();
    if (display.showsLegend && scene)
        legend = colours.isMeasured() ? heatRows(colours, palette) : categoryRows(*model(), palette);
}

double GraphView::Private::layLegend(std::vector<QPointF>& places) const
{
    if (!scene || legend.empty() || q->viewport()->height() < 200)
        return 0;
    const TextMeasure& measure = model()->measure();
    const double line = measure.smallHeight() + 4;
    QPointF next(inset, 0);
    for (const auto& [colour, text] : legend) {
        const double own = (colour.isValid() ? swatch + 5 : 0) + measure.smallWidth(text);
        if (next.x() + own > q->viewport()->width() - inset && next.x() > inset)
            next = {inset, next.y() + line};
        places.push_back(next);
        next.rx() += own + space;
    }
    return next.y() + line + 4;
}

// A strip along the lower edge, where the view ends: what it lies over counts as out of view.
void GraphView::Private::paintLegend(QPainter& painter)
{
    std::vector<QPointF> places;
    const double height = layLegend(places);
    if (height == 0)
        return;
    const TextMeasure& measure = model()->measure();
    const double line = measure.smallHeight() + 4;
    const double width = q->viewport()->width();
    const double top = q->viewport()->height() - height;
    painter.fillRect(QRectF(0, top, width, height), palette.nodeFill);
    painter.setPen(palette.border);
    painter.drawLine(QPointF(0, top - 0.5), QPointF(width, top - 0.5));
    painter.setFont(measure.smallFont());
    for (std::size_t i = 0; i < legend.size(); ++i) {
        double left = places[i].x();
        const double centre = top + 2 + places[i].y() + line / 2;
        if (legend[i].first.isValid()) {
            const QRectF square(left, centre - swatch / 2, swatch, swatch);
            painter.fillRect(square, legend[i].first);
            painter.setPen(palette.border);
            painter.drawRect(square);
            left += swatch + 5;
        }
        painter.setPen(legend[i].first.isValid() ? palette.text : palette.dimText);
        painter.drawText(QRectF(left, centre - line / 2, width, line), Qt::AlignVCenter, legend[i].second);
    }
}

} // namespace weightless::widgets
