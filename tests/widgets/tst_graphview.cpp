// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/eventloopwatchdog.h"
#include "tests/widgets/showngraph.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>

#include <algorithm>
#include <random>

using namespace weightless::widgets;

class TestGraphView : public QObject {
    Q_OBJECT

private slots:
    void opensCollapsed();
    void clicksAndDoubleClicks();
    void movesByKeyboard();
    void keysDoNotLeaveTheGraph();
    void keepsWhatIsAskedForEarly();
    void showsWhatWasSelectedUnseen();
    void marksMatches();
    void marksBookmarks();
    void opensReadable();
    void aSmallerViewKeepsTheGraphInView();
    void wheelScrolls();
    void ignoresBrokenDescriptions();
    void replacesGraphsQuickly();
    void showsHugeGraphs();
    void sharesWhatItShows();
    void survivesRandomUse();
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
    shown.view.fit();
    QTest::keyClick(&shown.view, Qt::Key_Down); // a walk begins somewhere
    QCOMPARE(shown.view.selectedNode(), 0);
    shown.view.setZoom(1);
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

void TestGraphView::keysDoNotLeaveTheGraph()
{
    // One that is seen whole stays so; of a larger one the viewport stays full.
    Shown shown(blocks(2));
    shown.view.fit();
    const QRectF viewport(shown.view.viewport()->rect());
    for (const Qt::Key key :
        {Qt::Key_Down, Qt::Key_Right, Qt::Key_Up, Qt::Key_Left, Qt::Key_PageDown, Qt::Key_PageUp}) {
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(&shown.view, key);
        for (int node = 0; node < 8; ++node)
            QVERIFY(viewport.contains(shown.view.nodeRect(node).center()));
    }
    Shown large(blocks(3));
    large.view.setZoom(2);
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up}) {
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(&large.view, key, Qt::ShiftModifier);
        const QRectF end = large.view.nodeRect(key == Qt::Key_Down ? 11 : 0);
        QVERIFY(
            key == Qt::Key_Down ? end.bottom() > viewport.height() / 2 : end.top() < viewport.height() / 2);
    }
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

void TestGraphView::showsWhatWasSelectedUnseen()
{
    // As on the tab that is not in front: the view has not yet the size in which it is shown.
    QTabWidget tabs;
    auto* view = new GraphView;
    tabs.addTab(new QWidget, QStringLiteral("in front"));
    tabs.addTab(view, QStringLiteral("behind"));
    tabs.resize(900, 700);
    tabs.show();
    view->resize(120, 90);
    view->setGraph(blocks(40));
    const auto settled = [&] { return !view->isLayingOut(); };
    QVERIFY(QTest::qWaitFor(settled, 20'000));
    const int node = 4 * 20 + 1;
    view->selectNode(node);
    QVERIFY(QTest::qWaitFor(settled, 20'000));
    QVERIFY(view->viewport()->width() < 400);
    tabs.setCurrentIndex(1);
    QVERIFY(QTest::qWaitForWindowExposed(&tabs));
    const QRectF middle = QRectF(view->viewport()->rect()).adjusted(200, 150, -200, -150);
    QVERIFY(middle.contains(view->nodeRect(node).center()));
    // Once it was seen, it stays where it was left.
    view->verticalScrollBar()->setValue(view->verticalScrollBar()->minimum());
    tabs.setCurrentIndex(0);
    tabs.setCurrentIndex(1);
    QCOMPARE(view->verticalScrollBar()->value(), view->verticalScrollBar()->minimum());
}

void TestGraphView::marksMatches()
{
    Shown shown(blocks(20));
    shown.view.setZoom(1);
    const QImage before = shown.view.grab().toImage();
    shown.view.setMatches({1, 99999, -3});
    QVERIFY(shown.view.grab().toImage() != before);
    shown.view.setMatches({});
    QCOMPARE(shown.view.grab().toImage(), before);
    // Shown where it hides, without opening anything.
    shown.view.showNode(70);
    QCOMPARE(shown.view.visibleItemCount(), 20);
    QVERIFY(QRectF(shown.view.viewport()->rect()).contains(shown.view.nodeRect(70).center()));
    shown.view.showNode(-1);
    shown.view.showNode(99999);
}

// Seen as a ribbon on the node, or on the group that hides it.
void TestGraphView::marksBookmarks()
{
    Shown shown(blocks(20));
    shown.view.setZoom(1);
    const QImage before = shown.view.grab().toImage();
    shown.view.setBookmarks({1, -1, 1'000'000});
    QVERIFY(shown.view.grab().toImage() != before);
    shown.view.setBookmarks({});
    QCOMPARE(shown.view.grab().toImage(), before);
    // Another graph has none.
    shown.view.setBookmarks({0});
    shown.view.setGraph(blocks(2));
    shown.settle();
}

// In the size of text, from the first row, however large the graph is.
void TestGraphView::opensReadable()
{
    Shown shown(blocks(400));
    QCOMPARE(shown.view.zoom(), 1.0);
    const QRectF first = shown.view.nodeRect(0);
    QVERIFY(QRectF(shown.view.viewport()->rect()).contains(first));
    QVERIFY(first.top() < 60);
    // A window that becomes larger still shows the beginning.
    shown.view.resize(1000, 700);
    QVERIFY(QRectF(shown.view.viewport()->rect()).contains(shown.view.nodeRect(0)));
    QVERIFY(std::abs(shown.view.nodeRect(0).top() - first.top()) < 2);
}

// As by a panel that opens beside it, wherever the graph was moved to.
void TestGraphView::aSmallerViewKeepsTheGraphInView()
{
    Shown shown(blocks(60));
    shown.view.resize(1200, 700);
    const auto seen = [&shown] {
        const QRectF viewport(shown.view.viewport()->rect());
        for (int node = 0; node < static_cast<int>(shown.view.graph().nodes.size()); ++node) {
            if (viewport.intersects(shown.view.nodeRect(node)))
                return true;
        }
        return false;
    };
    shown.view.placeNode(0, {40, 300}); // almost out of it, at the left
    QVERIFY(seen());
    shown.view.resize(700, 700);
    QVERIFY(seen());
}

void TestGraphView::wheelScrolls()
{
    Shown shown(blocks(60));
    const QRectF before = shown.view.nodeRect(0);
    const QPointF cursor(400, 300);
    QWheelEvent wheel(cursor, shown.view.viewport()->mapToGlobal(cursor), {}, {0, -120}, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(shown.view.viewport(), &wheel);
    QCOMPARE(shown.view.zoom(), 1.0);
    QVERIFY(shown.view.nodeRect(0).top() < before.top() - 50);
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
    EventLoopWatchdog watchdog;
    watchdog.start();
    view.setGraph(std::move(graph));
    QVERIFY(QTest::qWaitFor([&] { return !view.isLayingOut(); }, 30'000));
    // Ten thousand nodes without names: sections of repeated blocks.
    QVERIFY(view.visibleItemCount() >= 4 && view.visibleItemCount() <= 60);
    view.expandAll();
    QVERIFY(QTest::qWaitFor([&] { return !view.isLayingOut(); }, 60'000));
    QCOMPARE(view.visibleItemCount(), 10'000);
    view.fit();
    QTest::qWait(50);
    QVERIFY2(watchdog.hasAnswered(), qPrintable(QString::number(watchdog.largestWorkMs())));
}

// A description is as large as its model: there is one of it, unless something in it has to be mended.
void TestGraphView::sharesWhatItShows()
{
    GraphView view;
    const auto sound = std::make_shared<const GraphDescription>(blocks(2));
    view.setGraph(sound);
    QCOMPARE(&view.graph(), sound.get());
    using Spoil = void (*)(GraphDescription&);
    const Spoil spoils[] {[](GraphDescription& graph) { graph.edges[0].to = 10'000; },
        [](GraphDescription& graph) { graph.edges[0].value = 10'000; },
        [](GraphDescription& graph) { graph.nodes[0].constants.push_back(-1); },
        [](GraphDescription& graph) { graph.nodes[0].outputs.push_back(10'000); },
        [](GraphDescription& graph) { graph.nodes[1].owner = 1; },
        [](GraphDescription& graph) { graph.nodes[1].body = QStringLiteral("of nothing"); },
        [](GraphDescription& graph) { graph.constants[0].sizeBytes = -1; }};
    for (const Spoil spoil : spoils) {
        GraphDescription graph = blocks(2);
        spoil(graph);
        const auto spoilt = std::make_shared<const GraphDescription>(graph);
        view.setGraph(spoilt);
        QVERIFY(&view.graph() != spoilt.get());
        // What was mended needs no mending.
        const auto mended = std::make_shared<const GraphDescription>(view.graph());
        view.setGraph(mended);
        QCOMPARE(&view.graph(), mended.get());
    }
    view.clear();
    QVERIFY(view.graph().nodes.empty());
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

QTEST_MAIN(TestGraphView)
#include "tst_graphview.moc"
