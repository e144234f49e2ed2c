// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"

#include "widgets/graph/graphpicture.h"

#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace weightless::widgets;

// What a GraphView paints and writes.
class TestGraphViewPicture : public QObject {
    Q_OBJECT

private slots:
    void showsConstantStates();
    void zoomsAndFits();
    void namesGroupsFromAfar();
    void exports();
    void repaintsForAnotherPalette();
    void keepsNamesOnOneLine();
};

void TestGraphViewPicture::showsConstantStates()
{
    Shown shown(blocks(3));
    shown.view.setZoom(1);
    const QImage hollow = shown.view.grab().toImage();
    QSignalSpy layouts(&shown.view, &GraphView::layoutStarted);
    for (int constant = 0; constant < 6; ++constant)
        shown.view.setConstantState(constant, 1);
    QCOMPARE(layouts.count(), 0);
    QVERIFY(shown.view.grab().toImage() != hollow);
    shown.view.setConstantState(-1, 1);
    shown.view.setConstantState(99, 1);
    shown.view.setConstantState(0, std::numeric_limits<double>::quiet_NaN());
    shown.view.setConstantState(1, 7);
    QCOMPARE(shown.view.constantState(1), 1.0);
    QCOMPARE(shown.view.constantState(99), 0.0);
    shown.view.resetConstantStates();
    QCOMPARE(shown.view.grab().toImage(), hollow);
}

void TestGraphViewPicture::zoomsAndFits()
{
    Shown shown(blocks(60));
    shown.view.fit();
    for (int node = 0; node < 240; ++node)
        QVERIFY(QRectF(shown.view.viewport()->rect()).contains(shown.view.nodeRect(node)));
    const double fitted = shown.view.zoom();
    shown.view.setZoom(1e9);
    QVERIFY(shown.view.zoom() <= 4);
    shown.view.setZoom(0);
    QVERIFY(shown.view.zoom() > 0 && shown.view.zoom() <= fitted);
    shown.view.setZoom(std::numeric_limits<double>::quiet_NaN());
    shown.view.setZoom(1);
    // The point under the cursor stays under the cursor.
    const QPointF cursor = shown.view.nodeRect(120).center();
    QWheelEvent wheel(cursor, shown.view.viewport()->mapToGlobal(cursor), {}, {0, 240}, Qt::NoButton,
        Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(shown.view.viewport(), &wheel);
    QVERIFY(shown.view.zoom() > 1);
    QVERIFY((shown.view.nodeRect(120).center() - cursor).manhattanLength() < 2);
}

// Inside the box at every size in which it can be read there; beside a box that is too small for it.
void TestGraphViewPicture::namesGroupsFromAfar()
{
    // Rows of pixels with ink: a name has many, an edge one or two.
    const auto inkRows = [](double zoom, bool isInside) {
        Shown shown(blocks(20));
        shown.view.setZoom(zoom);
        const QRect box = shown.view.nodeRect(0).toRect();
        const QImage picture = shown.view.viewport()->grab().toImage();
        const QRect inside = box.adjusted(8, 2, -8, -2);
        const QRect beside(box.topRight() + QPoint(4, 0), QSize(36, qMax(1, box.height())));
        const QRect area = isInside ? inside : beside;
        const QColor background = isInside ? shown.view.palette().base().color() : picture.pixelColor(2, 2);
        int rows = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            bool hasInk = false;
            for (int x = area.left(); x <= area.right(); ++x)
                hasInk |= picture.rect().contains(x, y)
                    && qAbs(picture.pixelColor(x, y).lightness() - background.lightness()) > 60;
            rows += hasInk ? 1 : 0;
        }
        return rows;
    };
    for (const double zoom : {1.0, 0.5, 0.35, 0.25}) {
        QVERIFY(inkRows(zoom, true) >= 4);
        QVERIFY(inkRows(zoom, false) <= 3);
    }
    QVERIFY(inkRows(0.13, false) >= 4);
}

void TestGraphViewPicture::exports()
{
    QTemporaryDir folder;
    Shown shown(blocks(3));
    QSignalSpy exported(&shown.view, &GraphView::exported);
    QSignalSpy failed(&shown.view, &GraphView::exportFailed);
    const QString svg = folder.filePath(QStringLiteral("graph.svg"));
    shown.view.exportPicture(svg);
    QTRY_COMPARE(exported.count(), 1);
    QCOMPARE(exported.front().front().toString(), svg);
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("Sigmoid") && text.contains("block.2"));
    const QString png = folder.filePath(QStringLiteral("graph.png"));
    QCOMPARE(shown.view.picture().write(png), QString());
    QVERIFY(!QImage(png).isNull());
    const QString pdf = folder.filePath(QStringLiteral("graph.pdf"));
    QCOMPARE(shown.view.picture().write(pdf), QString());
    QFile document(pdf);
    QVERIFY(document.open(QIODevice::ReadOnly));
    QVERIFY(document.readAll().startsWith("%PDF"));
    shown.view.exportPicture(QStringLiteral("/no/such/folder/x.svg"));
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("/no/such/folder/x.svg")));
    QVERIFY(!GraphView().picture().write(png).isEmpty());
    // The view may go while it is written.
    auto closing = std::make_unique<GraphView>();
    closing->exportPicture(folder.filePath(QStringLiteral("late.svg")));
    closing.reset();
}

void TestGraphViewPicture::repaintsForAnotherPalette()
{
    Shown shown(blocks(3));
    QPalette palette = shown.view.palette();
    palette.setColor(QPalette::Base, QColor(20, 20, 22));
    palette.setColor(QPalette::Text, Qt::white);
    shown.view.setPalette(palette);
    QVERIFY(shown.view.grab().toImage().pixelColor(3, 3).lightness() < 60);
}

void TestGraphViewPicture::keepsNamesOnOneLine()
{
    const auto pictureOf = [](const QString& name) {
        GraphDescription graph = blocks(1);
        graph.nodes[1].name = name;
        graph.constants[0].name = name;
        Shown shown(graph);
        shown.view.setZoom(1);
        return shown.view.grab().toImage();
    };
    QVERIFY(pictureOf(QStringLiteral("first second")) != pictureOf(QStringLiteral("firstsecond")));
    QCOMPARE(pictureOf(QStringLiteral("first\nsecond")), pictureOf(QStringLiteral("first second")));
}

QTEST_MAIN(TestGraphViewPicture)
#include "tst_graphviewpicture.moc"
