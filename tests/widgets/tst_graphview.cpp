// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphpicture.h"
#include "widgets/graph/graphview.h"

#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace weightless::widgets;

namespace {

// Blocks of four nodes; "conv" and "add" have constants, a skip edge goes from the first block to the last.
GraphDescription blocks(int count)
{
    GraphDescription graph;
    for (int b = 0; b < count; ++b) {
        const int first = static_cast<int>(graph.nodes.size());
        for (const char* op : {"Relu", "Conv", "Sigmoid", "Add"}) {
            GraphDescription::Node node;
            node.opType = QString::fromLatin1(op);
            node.name = QStringLiteral("/block.%1/%2").arg(b).arg(node.opType);
            if (node.opType == QLatin1String("Conv") || node.opType == QLatin1String("Add")) {
                node.constants.push_back(static_cast<int>(graph.constants.size()));
                graph.constants.push_back(
                    {QStringLiteral("block.%1.%2.weight").arg(b).arg(node.opType), 1000});
            }
            graph.nodes.push_back(node);
        }
        for (int i = 1; i < 4; ++i)
            graph.edges.push_back({first + i - 1, first + i, QStringLiteral("1×8")});
        if (b > 0)
            graph.edges.push_back({first - 1, first, {}});
    }
    graph.edges.push_back({0, 4 * count - 1, {}});
    return graph;
}

// Shows a graph and waits for its layout.
struct Shown {
    explicit Shown(GraphDescription graph)
    {
        view.resize(800, 600);
        view.show();
        view.setGraph(std::move(graph));
        settle();
    }

    void settle()
    {
        QVERIFY(QTest::qWaitFor([this] { return !view.isLayingOut(); }, 20'000));
    }

    GraphView view;
};

} // namespace

class TestGraphView : public QObject {
    Q_OBJECT

private slots:
    void opensCollapsed();
    void selectsNodesInCollapsedGroups();
    void selectsConstants();
    void clicksAndDoubleClicks();
    void movesByKeyboard();
    void keepsWhatIsAskedForEarly();
    void showsConstantStates();
    void finds();
    void zoomsAndFits();
    void namesGroupsFromAfar();
    void exports();
    void ignoresBrokenDescriptions();
    void replacesGraphsQuickly();
    void showsHugeGraphs();
    void survivesRandomUse();
    void repaintsForAnotherPalette();
};

void TestGraphView::opensCollapsed()
{
    GraphView view;
    QSignalSpy finished(&view, &GraphView::layoutFinished);
    view.setGraph(blocks(20));
    QVERIFY(view.isLayingOut());
    QVERIFY(finished.wait(10'000));
    QCOMPARE(view.visibleItemCount(), 20);
    QCOMPARE(view.groupPaths().size(), 20);
    QVERIFY(!view.isExpanded(QStringLiteral("block.3")));
    // A small graph is not hidden behind groups.
    Shown small(blocks(3));
    QCOMPARE(small.view.visibleItemCount(), 12);
}

void TestGraphView::selectsNodesInCollapsedGroups()
{
    Shown shown(blocks(20));
    QSignalSpy selected(&shown.view, &GraphView::nodeSelected);
    shown.view.selectNode(41);
    QCOMPARE(selected.count(), 1);
    QCOMPARE(selected.first().first().toInt(), 41);
    shown.settle();
    QVERIFY(shown.view.isExpanded(QStringLiteral("block.10")));
    QCOMPARE(shown.view.visibleItemCount(), 23);
    QVERIFY(QRectF(shown.view.viewport()->rect()).contains(shown.view.nodeRect(41).center()));
    QVERIFY(shown.view.accessibleDescription().contains(QStringLiteral("/block.10/Conv")));
    shown.view.selectNode(-1);
    shown.view.selectNode(80);
    QCOMPARE(shown.view.selectedNode(), 41);
    shown.view.collapseSelected();
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 20);
    QCOMPARE(shown.view.selectedGroupPath(), QStringLiteral("block.10"));
    QCOMPARE(shown.view.selectedNode(), -1);
}

void TestGraphView::selectsConstants()
{
    Shown shown(blocks(20));
    QSignalSpy selected(&shown.view, &GraphView::chipSelected);
    shown.view.selectConstant(14);
    shown.settle();
    QCOMPARE(selected.count(), 1);
    QCOMPARE(shown.view.selectedConstant(), 14);
    QCOMPARE(shown.view.selectedNode(), 29);
    QVERIFY(shown.view.isExpanded(QStringLiteral("block.7")));
}

void TestGraphView::clicksAndDoubleClicks()
{
    Shown shown(blocks(20));
    QSignalSpy groups(&shown.view, &GraphView::groupSelected);
    QSignalSpy nodes(&shown.view, &GraphView::nodeSelected);
    QSignalSpy cleared(&shown.view, &GraphView::selectionCleared);
    const QPoint point = shown.view.nodeRect(0).center().toPoint();
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, point);
    QCOMPARE(groups.count(), 1);
    QCOMPARE(groups.first().first().toString(), QStringLiteral("block.0"));
    QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, point);
    shown.settle();
    QVERIFY(shown.view.isExpanded(QStringLiteral("block.0")));
    shown.view.setZoom(1);
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.view.nodeRect(2).center().toPoint());
    QCOMPARE(nodes.count(), 1);
    QCOMPARE(shown.view.selectedNode(), 2);
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    QCOMPARE(cleared.count(), 1);
    QCOMPARE(shown.view.selectedNode(), -1);
}

void TestGraphView::movesByKeyboard()
{
    Shown shown(blocks(3));
    shown.view.selectNode(1);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QCOMPARE(shown.view.selectedNode(), 2);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QCOMPARE(shown.view.selectedNode(), 0);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QTest::keyClick(&shown.view, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(shown.view.selectedConstant(), 0);
    QTest::keyClick(&shown.view, Qt::Key_Minus);
    shown.settle();
    QCOMPARE(shown.view.selectedGroupPath(), QStringLiteral("block.0"));
    QCOMPARE(shown.view.visibleItemCount(), 9);
    QTest::keyClick(&shown.view, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 12);
    const double before = shown.view.zoom();
    QTest::keyClick(&shown.view, Qt::Key_Minus, Qt::ControlModifier);
    QVERIFY(shown.view.zoom() < before);
    QTest::keyClick(&shown.view, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(shown.view.zoom(), 1.0);
}

void TestGraphView::keepsWhatIsAskedForEarly()
{
    GraphView view;
    view.resize(800, 600);
    view.setGraph(blocks(20));
    view.setExpanded(QStringLiteral("/block.4"), true);
    view.setConstantSet(0, true);
    view.selectNode(33);
    QVERIFY(QTest::qWaitFor([&] { return !view.isLayingOut() && view.selectedNode() == 33; }, 10'000));
    QVERIFY(view.isExpanded(QStringLiteral("block.4")));
    QVERIFY(view.isExpanded(QStringLiteral("block.8")));
    QCOMPARE(view.constantState(0), 1.0);
}

void TestGraphView::showsConstantStates()
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

void TestGraphView::finds()
{
    Shown shown(blocks(20));
    QCOMPARE(shown.view.find(QStringLiteral("op:conv")), 20);
    QCOMPARE(shown.view.find(QStringLiteral("op:con")), 0);
    QCOMPARE(shown.view.find(QStringLiteral("BLOCK.1.conv")), 1);
    QCOMPARE(shown.view.find(QStringLiteral("block.3 sigmoid")), 1);
    QCOMPARE(shown.view.findNext(), 14);
    QCOMPARE(shown.view.find(QStringLiteral("relu")), 20);
    QCOMPARE(shown.view.findNext(), 0);
    QCOMPARE(shown.view.findNext(), 4);
    QCOMPARE(shown.view.findNext(false), 0);
    QCOMPARE(shown.view.findNext(false), 76);
    QCOMPARE(shown.view.find({}), 0);
    QCOMPARE(shown.view.findNext(), -1);
}

void TestGraphView::zoomsAndFits()
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
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(shown.view.viewport(), &wheel);
    QVERIFY(shown.view.zoom() > 1);
    QVERIFY((shown.view.nodeRect(120).center() - cursor).manhattanLength() < 2);
}

// Beside a box that is too small for it; from near the name is in the box.
void TestGraphView::namesGroupsFromAfar()
{
    // Rows of pixels with ink: a name has many, an edge one or two.
    const auto rowsBesideFirstGroup = [](double zoom) {
        Shown shown(blocks(3));
        shown.view.setZoom(zoom);
        const QRectF box = shown.view.nodeRect(0);
        const QImage picture = shown.view.viewport()->grab().toImage();
        const QColor background = picture.pixelColor(2, 2);
        int rows = 0;
        const QRect beside(box.toRect().topRight() + QPoint(4, 0), QSize(36, qMax(1, box.toRect().height())));
        for (int y = beside.top(); y <= beside.bottom(); ++y) {
            bool hasInk = false;
            for (int x = beside.left(); x <= beside.right(); ++x)
                hasInk |= picture.rect().contains(x, y)
                    && qAbs(picture.pixelColor(x, y).lightness() - background.lightness()) > 60;
            rows += hasInk ? 1 : 0;
        }
        return rows;
    };
    QVERIFY(rowsBesideFirstGroup(0.12) >= 4);
    QVERIFY(rowsBesideFirstGroup(0.6) <= 3);
}

void TestGraphView::exports()
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
    shown.view.exportPicture(QStringLiteral("/no/such/folder/x.svg"));
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("/no/such/folder/x.svg")));
    QVERIFY(!GraphView().picture().write(png).isEmpty());
    // The view may go while it is written.
    auto closing = std::make_unique<GraphView>();
    closing->exportPicture(folder.filePath(QStringLiteral("late.svg")));
    closing.reset();
}

void TestGraphView::ignoresBrokenDescriptions()
{
    GraphDescription graph = blocks(2);
    graph.edges.push_back({0, 999, {}});
    graph.edges.push_back({-3, 1, {}});
    graph.edges.push_back({1, 1, {}});
    graph.nodes[0].constants = {-1, 12345, 0, 0};
    graph.nodes[1].name = QStringLiteral("<b>&\n\t") + QString(5000, u'x');
    graph.constants[0].sizeBytes = -5;
    Shown shown(graph);
    QCOMPARE(shown.view.visibleItemCount(), 8);
    QCOMPARE(shown.view.graph().constants[0].sizeBytes, 0);
    shown.view.grab();
    shown.view.clear();
    QVERIFY(!shown.view.isLayingOut());
    QCOMPARE(shown.view.visibleItemCount(), 0);
    shown.view.grab();
}

void TestGraphView::replacesGraphsQuickly()
{
    GraphView view;
    QSignalSpy finished(&view, &GraphView::layoutFinished);
    for (int i = 0; i < 10; ++i)
        view.setGraph(blocks(1000));
    view.setGraph(blocks(2));
    QVERIFY(QTest::qWaitFor([&] { return !view.isLayingOut(); }, 10'000));
    QTest::qWait(50);
    QCOMPARE(finished.count(), 1);
    QCOMPARE(view.visibleItemCount(), 8);
    // Closing while a layout runs neither waits nor crashes.
    auto closing = std::make_unique<GraphView>();
    closing->setGraph(blocks(4000));
    closing.reset();
}

void TestGraphView::showsHugeGraphs()
{
    GraphDescription graph = blocks(2500);
    for (auto& node : graph.nodes)
        node.name.clear();
    GraphView view;
    view.resize(800, 600);
    view.show();
    QTest::qWait(50);
    view.setGraph(std::move(graph));
    QVERIFY(QTest::qWaitFor([&] { return !view.isLayingOut(); }, 30'000));
    // Ten thousand nodes without names: sections.
    QVERIFY(view.visibleItemCount() >= 20 && view.visibleItemCount() <= 60);
    view.expandAll();
    QVERIFY(QTest::qWaitFor([&] { return !view.isLayingOut(); }, 60'000));
    QCOMPARE(view.visibleItemCount(), 10'000);
    view.fit();
}

void TestGraphView::survivesRandomUse()
{
    Shown shown(blocks(30));
    std::mt19937 random(9);
    const QList<int> keys {Qt::Key_Down, Qt::Key_Up, Qt::Key_Left, Qt::Key_Right, Qt::Key_Return,
        Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Home, Qt::Key_Escape, Qt::Key_PageDown};
    const QStringList paths = shown.view.groupPaths();
    for (int i = 0; i < 300; ++i) {
        switch (random() % 5) {
        case 0:
            QTest::keyClick(&shown.view, static_cast<Qt::Key>(keys[static_cast<int>(random() % 10)]));
            break;
        case 1:
            QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {},
                QPoint(static_cast<int>(random() % 800), static_cast<int>(random() % 600)));
            break;
        case 2:
            shown.view.selectConstant(static_cast<int>(random() % 70));
            break;
        case 3:
            shown.view.setExpanded(paths[static_cast<int>(random() % 30)], random() % 2 == 0);
            break;
        default:
            shown.view.setZoom(static_cast<double>(random() % 300) / 100);
        }
        if (i % 20 == 0) {
            shown.settle();
            shown.view.grab();
        }
    }
    shown.settle();
    shown.view.collapseAll();
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 30);
}

void TestGraphView::repaintsForAnotherPalette()
{
    Shown shown(blocks(3));
    QPalette palette = shown.view.palette();
    palette.setColor(QPalette::Base, QColor(20, 20, 22));
    palette.setColor(QPalette::Text, Qt::white);
    shown.view.setPalette(palette);
    QVERIFY(shown.view.grab().toImage().pixelColor(3, 3).lightness() < 60);
}

QTEST_MAIN(TestGraphView)
#include "tst_graphview.moc"
