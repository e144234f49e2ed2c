// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/curvelegend.h"
#include "widgets/plot/memoryplot.h"

#include <QTest>

using namespace weightless::widgets;

class TestCurveLegend : public QObject {
    Q_OBJECT

private slots:
    // Beside a chart, which is not cut off for them.
    void linesTakeTheirHeight()
    {
        MemoryPlot plot;
        plot.resize(1600, 400);
        plot.show();
        plot.addRun(QStringLiteral("one"), std::vector<MemorySample>(10));
        plot.addRun(
            QStringLiteral("a run of a name that takes a part of a line"), std::vector<MemorySample>(10));
        QCoreApplication::processEvents();
        const int before = plot.minimumSizeHint().height();
        const int line = plot.findChild<CurveLegend*>()->height();
        plot.resize(600, 400);
        QTRY_VERIFY(plot.minimumSizeHint().height() >= before + line);
        plot.resize(1600, 400);
        QTRY_COMPARE(plot.minimumSizeHint().height(), before);
    }
};

QTEST_MAIN(TestCurveLegend)
#include "tst_curvelegend.moc"
