// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a GraphView mean.
#include "widgets/graph/graphviewprivate.h"

#include <QSet>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr double inset = 12;
constexpr double swatch = 12;

struct LegendRow {
    QColor colour;
    QString text;
};

// The colour groups that a graph has, in a fixed order.
std::vector<LegendRow> categoryRows(const GraphModel& model, const GraphPalette& palette)
{
    QSet<QString> present;
    for (std::size_t node = 0; node < model.description().nodes.size(); ++node)
        present.insert(model.category(static_cast<int>(node)));
    std::vector<LegendRow> rows;
    for (const char* const name : {"port", "convolution", "matmul", "normalization", "activation",
             "elementwise", "reduction", "pooling", "quantization", "control", "shape", "other"}) {
        const QString category = QString::fromLatin1(name);
        if (present.contains(category))
            rows.push_back({palette.category(category), GraphColours::categoryName(category)});
    }
    return rows;
}

std::vector<LegendRow> heatRows(const GraphColours& colours, const GraphPalette& palette)
{
    if (colours.wholeText().isEmpty())
        return {{palette.heat(0), GraphView::tr("nothing known yet")}};
    return {{palette.heat(1), GraphView::tr("all: %1").arg(colours.wholeText())},
        {palette.heat(0.5), GraphView::tr("a quarter")}, {palette.heat(0.1), GraphView::tr("a hundredth")},
        {palette.heat(0), GraphView::tr("nothing")}};
}

} // namespace

void GraphView::Private::updateLegend()
{
    legend = {};
    if (!display.showsLegend || !scene)
        return;
    const std::vector<LegendRow> rows =
        colours.isMeasured() ? heatRows(colours, palette) : categoryRows(*model(), palette);
    const TextMeasure& measure = model()->measure();
    const QString title = GraphColours::name(display.colouring);
    double width = measure.smallWidth(title);
    for (const LegendRow& row : rows)
        width = std::max(width, measure.smallWidth(row.text) + swatch + 6);
    const double line = measure.smallHeight() + 2;
    const QSizeF size(width + 16, line * static_cast<double>(rows.size() + 1) + 10);
    const double ratio = q->devicePixelRatioF();
    legend = QPixmap((size * ratio).toSize());
    legend.setDevicePixelRatio(ratio);
    legend.fill(palette.nodeFill);
    QPainter painter(&legend);
    painter.setFont(measure.smallFont());
    painter.setPen(palette.border);
    painter.drawRect(QRectF(QPointF(0.5, 0.5), size - QSizeF(1, 1)));
    painter.setPen(palette.dimText);
    painter.drawText(QRectF(8, 4, width, line), Qt::AlignVCenter, title);
    double top = 5 + line;
    for (const LegendRow& row : rows) {
        painter.fillRect(QRectF(8, top + (line - swatch) / 2, swatch, swatch), row.colour);
        painter.setPen(palette.border);
        painter.drawRect(QRectF(8, top + (line - swatch) / 2, swatch, swatch));
        painter.setPen(palette.text);
        painter.drawText(QRectF(8 + swatch + 6, top, width, line), Qt::AlignVCenter, row.text);
        top += line;
    }
}

void GraphView::Private::paintLegend(QPainter& painter)
{
    const QSizeF size = legend.deviceIndependentSize();
    // Not in a view that it would fill.
    if (legend.isNull() || size.width() > q->viewport()->width() / 3.0
        || size.height() > q->viewport()->height() / 2.0)
        return;
    painter.setOpacity(0.94);
    painter.drawPixmap(QPointF(inset, q->viewport()->height() - size.height() - inset), legend);
    painter.setOpacity(1);
}

} // namespace weightless::widgets
