// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/comparisonplot.h"

#include "widgets/formatbytes.h"
#include "widgets/plot/byteticker.h"

#include <QEvent>
#include <QImageWriter>
#include <QSaveFile>

#include <algorithm>
#include <array>

namespace weightless::widgets {

namespace {

struct CurveLook {
    QRgb light;
    QRgb dark;
    double width;
    Qt::PenStyle style;
};

// From wide and solid to thin and broken: curves that lie on each other all stay visible.
constexpr std::array<CurveLook, 4> looks {CurveLook {0xff2c8a4b, 0xff63c184, 6.0, Qt::SolidLine},
    CurveLook {0xff1f6fb8, 0xff5da9f0, 3.5, Qt::DashLine},
    CurveLook {0xffc84b00, 0xffff9d45, 2.0, Qt::SolidLine},
    CurveLook {0xff754ab8, 0xffb793f0, 1.5, Qt::DotLine}};

} // namespace

class ComparisonPlot::Private {
public:
    explicit Private(ComparisonPlot* widget)
        : plot(new QCustomPlot(widget))
        , q(widget)
    {
        plot->setFocusPolicy(Qt::NoFocus);
        plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new ByteTicker));
        plot->axisRect()->setupFullAxesBox(false);
        for (QCPAxis* axis : {plot->xAxis2, plot->yAxis2})
            axis->setTicks(false);
        plot->legend->setVisible(true);
        plot->axisRect()->insetLayout()->take(plot->legend);
        plot->plotLayout()->addElement(1, 0, plot->legend);
        plot->plotLayout()->setRowStretchFactor(1, 0.001);
        plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
        plot->legend->setWrap(4);
    }

    void recolour()
    {
        const QPalette palette = q->palette();
        const QColor base = palette.color(QPalette::Base);
        const QColor text = palette.color(QPalette::Text);
        const bool isDark = base.lightnessF() < 0.5;
        QColor grid = text;
        grid.setAlpha(90);
        plot->setBackground(QBrush(base));
        for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->xAxis2, plot->yAxis2}) {
            axis->setBasePen(QPen(grid));
            axis->setTickPen(QPen(grid));
            axis->setSubTickPen(QPen(grid));
            axis->setTickLabelColor(text);
            axis->setLabelColor(text);
            axis->setTickLabelFont(q->font());
            axis->setLabelFont(q->font());
            axis->grid()->setPen(QPen(grid, 0, Qt::DotLine));
        }
        for (int i = 0; i < plot->graphCount(); ++i) {
            const CurveLook& look = looks[static_cast<size_t>(i) % looks.size()];
            plot->graph(i)->setPen(QPen(QColor(isDark ? look.dark : look.light), look.width, look.style));
        }
        plot->legend->setFont(q->font());
        plot->legend->setTextColor(text);
        plot->legend->setBrush(base);
        plot->legend->setBorderPen(Qt::NoPen);
        plot->legend->setIconSize(36, 12);
        plot->replot(QCustomPlot::rpQueuedReplot);
    }

    void retranslate()
    {
        q->setAccessibleName(ComparisonPlot::tr("CPU memory beyond the weights over time, for each load"));
        plot->xAxis->setLabel(ComparisonPlot::tr("Time in s"));
        plot->yAxis->setLabel(ComparisonPlot::tr("CPU memory beyond the weights"));
    }

    QCustomPlot* plot;

private:
    ComparisonPlot* q;
};

ComparisonPlot::ComparisonPlot(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    d->retranslate();
    setCurves({});
}

ComparisonPlot::~ComparisonPlot() = default;

void ComparisonPlot::setCurves(std::vector<Curve> curves)
{
    d->plot->clearGraphs();
    double lastSecond = 0;
    double largest = 0;
    QStringList words;
    for (const Curve& curve : curves) {
        QCPGraph* graph = d->plot->addGraph();
        graph->setName(curve.name);
        qint64 highest = 0;
        graph->setLineStyle(QCPGraph::lsStepLeft); // a sample holds until the next one
        for (const MemorySample& sample : curve.samples) {
            const auto bytes = static_cast<double>(sample.cpuOverheadBytes);
            graph->addData(sample.seconds, bytes);
            lastSecond = std::max(lastSecond, sample.seconds);
            largest = std::max(largest, bytes);
            highest = std::max(highest, sample.cpuOverheadBytes);
        }
        if (!curve.samples.empty())
            words.append(tr("%1: at most %2").arg(curve.name, formatBytes(highest)));
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    d->plot->xAxis->setRange(0, lastSecond > 0 ? lastSecond * 1.02 : 1);
    // Room below for curves that lie on zero.
    const double top = largest > 0 ? largest * 1.08 : 1024;
    d->plot->yAxis->setRange(-top * 0.02, top);
    d->recolour();
}

double ComparisonPlot::shownBytes() const
{
    return d->plot->yAxis->range().upper;
}

bool ComparisonPlot::savePng(const QString& filePath, QString* error) const
{
    QSaveFile file(filePath);
    const bool isOpen = file.open(QIODevice::WriteOnly);
    QImageWriter writer(&file, "png");
    if (isOpen && writer.write(d->plot->toPixmap(width(), height(), 2.0).toImage()) && file.commit())
        return true;
    if (error)
        *error = tr("Cannot write %1: %2").arg(filePath, file.errorString());
    return false;
}

void ComparisonPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->recolour();
    if (event->type() == QEvent::LanguageChange)
        d->retranslate();
    QWidget::changeEvent(event);
}

void ComparisonPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    d->plot->setGeometry(rect());
}

} // namespace weightless::widgets
