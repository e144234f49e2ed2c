// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotstyle.h"

#include "widgets/plot/curvelook.h"

#include <qcustomplot.h>

namespace weightless::widgets {

void stylePlot(QCustomPlot& plot, const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    plot.setBackground(QBrush(base));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(faint(text, 0.8));
        axis->setLabelColor(faint(text, 0.8));
        axis->setTickLabelFont(plot.font());
        axis->setLabelFont(plot.font());
        axis->setTickLabelPadding(4);
        axis->setTickLengthIn(0);
        axis->setSubTickLengthIn(0);
        axis->grid()->setPen(QPen(faint(text, 0.13), 1));
    }
    plot.xAxis->grid()->setVisible(false);
    plot.xAxis->setTickPen(QPen(faint(text, 0.4), 1));
    plot.xAxis->setTickLengthOut(4);
    // Where nothing is: many curves lie on it, and it is the point of most.
    plot.yAxis->grid()->setZeroLinePen(QPen(faint(text, 0.65), 1));
}

} // namespace weightless::widgets
