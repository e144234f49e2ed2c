// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/memoryplot.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace weightless::widgets;

// Whose the wheel is: the chart's, but on a page that does not fit its place.
class TestMemoryPlotWheel : public QObject {
    Q_OBJECT

private slots:
    void aPageThatScrollsHasTheWheel_data();
    void aPageThatScrollsHasTheWheel();
};

void TestMemoryPlotWheel::aPageThatScrollsHasTheWheel_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<bool>("zooms");
    QTest::newRow("fits") << 200 << Qt::KeyboardModifiers(Qt::NoModifier) << true;
    QTest::newRow("fits, with Ctrl") << 200 << Qt::KeyboardModifiers(Qt::ControlModifier) << true;
    QTest::newRow("scrolls") << 900 << Qt::KeyboardModifiers(Qt::NoModifier) << false;
    QTest::newRow("scrolls, with Ctrl") << 900 << Qt::KeyboardModifiers(Qt::ControlModifier) << true;
}

void TestMemoryPlotWheel::aPageThatScrollsHasTheWheel()
{
    QFETCH(int, height);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(bool, zooms);
    QScrollArea area;
    area.setWidgetResizable(true);
    auto* plot = new MemoryPlot;
    plot->setMinimumHeight(height);
    area.setWidget(plot);
    area.resize(500, 400);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    for (const double seconds : {0.0, 0.5, 1.0})
        plot->addSample({.seconds = seconds});
    QSignalSpy following(plot, &MemoryPlot::followingChanged);
    QWidget* chart = plot->childAt(plot->rect().center());
    QVERIFY(chart);
    const QPoint at = chart->rect().center();
    QWheelEvent wheel(
        at, chart->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(chart, &wheel);
    QCOMPARE(!following.isEmpty(), zooms);
    QCOMPARE(area.verticalScrollBar()->value() > 0, !zooms);
}

QTEST_MAIN(TestMemoryPlotWheel)
#include "tst_memoryplotwheel.moc"
