// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"

#include <QMenu>
#include <QSignalSpy>

#include <algorithm>
#include <random>

using namespace weightless::widgets;

class TestGraphView : public QObject {
    Q_OBJECT

private slots:
    void opensCollapsed();
    void selectsNodesInCollapsedGroups();
    void selectsConstants();
    void clicksAndDoubleClicks();
    void movesByKeyboard();
    void keysDoNotLeaveTheGraph();
    void keepsWhatIsAskedForEarly();
    void marksMatches();
    void opensReadable();
    void wheelScrolls();
    void laysOutHorizontally();
    void keepsWhatIsOpenThroughOptions();
    void foldsConstants();
    void opensBodiesInPlace();
    void saysWhatItCannotExpand();
    void edgesTellWhereTheyLead();
    void showsPaths();
    void ignoresBrokenDescriptions();
    void replacesGraphsQuickly();
    void showsHugeGraphs();
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
            QTest::keyClick(&large.view, key);
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

void TestGraphView::laysOutHorizontally()
{
    Shown shown(blocks(3));
    GraphDisplay display = shown.view.display();
    display.options.isHorizontal = true;
    shown.view.setDisplay(display);
    shown.settle();
    for (int node = 1; node < 12; ++node)
        QVERIFY(shown.view.nodeRect(node).left() > shown.view.nodeRect(node - 1).right());
    shown.view.selectNode(1);
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QCOMPARE(shown.view.selectedNode(), 2);
    QTest::keyClick(&shown.view, Qt::Key_Left);
    QTest::keyClick(&shown.view, Qt::Key_Left);
    QCOMPARE(shown.view.selectedNode(), 0);
}

// What was open stays open where another choice leads to another layout.
void TestGraphView::keepsWhatIsOpenThroughOptions()
{
    Shown shown(blocks(20));
    shown.view.setExpanded(QStringLiteral("block.7"), true);
    shown.settle();
    GraphDisplay display = shown.view.display();
    display.options.showsWeights = false;
    display.options.foldsPlumbing = false;
    QSignalSpy changed(&shown.view, &GraphView::displayChanged);
    shown.view.setDisplay(display);
    QCOMPARE(changed.count(), 1);
    shown.view.setDisplay(display);
    QCOMPARE(changed.count(), 1);
    shown.settle();
    QVERIFY(shown.view.isExpanded(QStringLiteral("block.7")));
    QCOMPARE(shown.view.visibleItemCount(), 23);
}

void TestGraphView::foldsConstants()
{
    GraphDescription graph = blocks(2);
    GraphDescription::Node constant;
    constant.opType = QStringLiteral("Constant");
    constant.constants = {static_cast<int>(graph.constants.size())};
    GraphDescription::Constant known;
    known.name = QStringLiteral("axes");
    known.sizeBytes = 8;
    known.isKnown = true;
    known.text = QStringLiteral("[1]");
    graph.constants.push_back(known);
    graph.edges.push_back({8, 2, {}});
    graph.nodes.push_back(constant);
    Shown shown(graph);
    QCOMPARE(shown.view.visibleItemCount(), 8);
    QCOMPARE(shown.view.nodeRect(8), shown.view.nodeRect(2));
    shown.view.selectConstant(4);
    QCOMPARE(shown.view.selectedConstant(), 4);
    // Nothing of it can be loaded: the box looks the same when it is set.
    shown.view.clearSelection();
    const QImage before = shown.view.grab().toImage();
    shown.view.setConstantSet(4, true);
    QCOMPARE(shown.view.grab().toImage(), before);
}

void TestGraphView::opensBodiesInPlace()
{
    GraphDescription graph = blocks(2);
    for (const char* const op : {"Add", "Mul"}) {
        GraphDescription::Node inner;
        inner.opType = QString::fromLatin1(op);
        inner.owner = 2;
        inner.body = QStringLiteral("then_branch");
        graph.edges.push_back({1, static_cast<int>(graph.nodes.size()), {}});
        graph.nodes.push_back(inner);
    }
    Shown shown(graph);
    QCOMPARE(shown.view.visibleItemCount(), 8);
    QCOMPARE(shown.view.nodeRect(9), shown.view.nodeRect(2));
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.view.nodeRect(2).center().toPoint());
    QCOMPARE(shown.view.selectedNode(), 2);
    QTest::keyClick(&shown.view, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 9);
    QVERIFY(shown.view.nodeRect(2).contains(shown.view.nodeRect(9)));
    // What has opened is seen in its width.
    QVERIFY(shown.view.nodeRect(2).left() >= 0
        && shown.view.nodeRect(2).right() <= shown.view.viewport()->width());
    QCOMPARE(shown.view.selectedNode(), 2);
    QTest::keyClick(&shown.view, Qt::Key_Minus);
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 8);
    // Something inside is found where it is.
    shown.view.selectNode(9);
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 9);
}

void TestGraphView::saysWhatItCannotExpand()
{
    Shown shown(blocks(6000));
    QSignalSpy limited(&shown.view, &GraphView::expansionLimited);
    shown.view.expandAll();
    QVERIFY(QTest::qWaitFor([&] { return !shown.view.isLayingOut(); }, 60'000));
    QCOMPARE(limited.count(), 1);
    QCOMPARE(limited.front()[0].toInt() + limited.front()[1].toInt(), 24'000);
    QVERIFY(limited.front()[0].toInt() > 5'000);
    QVERIFY(shown.view.visibleItemCount() > 6'000 && shown.view.visibleItemCount() <= 20'000);
}

void TestGraphView::edgesTellWhereTheyLead()
{
    Shown shown(blocks(3));
    shown.view.setZoom(1);
    const QImage before = shown.view.grab().toImage();
    // Between the first two boxes.
    const QPointF from = shown.view.nodeRect(1).center();
    const QPointF to = shown.view.nodeRect(2).center();
    const QPoint middle(static_cast<int>((from.x() + to.x()) / 2),
        static_cast<int>((shown.view.nodeRect(1).bottom() + shown.view.nodeRect(2).top()) / 2));
    QTest::mouseMove(shown.view.viewport(), middle);
    QVERIFY(shown.view.grab().toImage() != before);
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, middle);
    const auto* menu = shown.view.findChild<QMenu*>();
    QVERIFY(menu);
    QStringList texts;
    const QList<QAction*> actions = menu->actions();
    for (const QAction* action : actions)
        texts.append(action->text());
    QVERIFY(texts.join(u' ').contains(QStringLiteral("1×8")));
    const auto goTo = std::find_if(actions.begin(), actions.end(),
        [](const QAction* action) { return action->text().contains(QStringLiteral("Sigmoid")); });
    QVERIFY(goTo != actions.end());
    (*goTo)->trigger();
    QCOMPARE(shown.view.selectedNode(), 2);
}

void TestGraphView::showsPaths()
{
    Shown shown(blocks(3));
    shown.view.selectNode(5);
    const QImage selected = shown.view.grab().toImage();
    QTest::keyClick(&shown.view, Qt::Key_O);
    const QImage outputs = shown.view.grab().toImage();
    QVERIFY(outputs != selected);
    QTest::keyClick(&shown.view, Qt::Key_I);
    QVERIFY(shown.view.grab().toImage() != outputs);
    QTest::keyClick(&shown.view, Qt::Key_I);
    QCOMPARE(shown.view.grab().toImage(), selected);
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
    // Ten thousand nodes without names: sections of repeated blocks.
    QVERIFY(view.visibleItemCount() >= 4 && view.visibleItemCount() <= 60);
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

QTEST_MAIN(TestGraphView)
#include "tst_graphview.moc"
