// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"

#include "widgets/graph/textmeasure.h"

#include <QSignalSpy>

#include <algorithm>

using namespace weightless::widgets;

// What is selected by others is shown.
class TestGraphViewSelection : public QObject {
    Q_OBJECT

private slots:
    void selectsNodesInCollapsedGroups();
    void selectsGroups();
    void selectsConstants();
    void stepsThroughConstantsThatAreUsedTwice();
    void groupsStaySelectedInAnotherTree();
    void theDescriptionIsOfNow();
    void keepsItsNameInAnotherFont();
    void namesAreShownAsNames();
};

void TestGraphViewSelection::selectsNodesInCollapsedGroups()
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

void TestGraphViewSelection::selectsGroups()
{
    Shown shown(blocks(20));
    QSignalSpy selected(&shown.view, &GraphView::groupSelected);
    shown.view.setZoom(3);
    shown.view.selectGroup(QStringLiteral("block.19"));
    QCOMPARE(selected.count(), 1);
    QCOMPARE(shown.view.selectedGroupPath(), QStringLiteral("block.19"));
    QVERIFY(!shown.view.isExpanded(QStringLiteral("block.19")));
    // In view at once, as nothing hides it.
    QVERIFY(QRectF(shown.view.viewport()->rect()).contains(shown.view.nodeRect(76).center()));
    shown.view.selectGroup(QStringLiteral("no such block"));
    QVERIFY(shown.view.selectedGroupPath().isEmpty());
}

void TestGraphViewSelection::selectsConstants()
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

void TestGraphViewSelection::stepsThroughConstantsThatAreUsedTwice()
{
    GraphDescription graph;
    for (const char* const op : {"Constant", "Clip"}) {
        GraphDescription::Node node;
        node.opType = QString::fromLatin1(op);
        node.constants = {static_cast<int>(graph.nodes.size())};
        graph.nodes.push_back(node);
    }
    graph.constants = {{.name = QStringLiteral("limit"), .sizeBytes = 4},
        {.name = QStringLiteral("table"), .sizeBytes = 4}, {.name = QStringLiteral("bias"), .sizeBytes = 4}};
    graph.nodes[1].constants = {1, 1, 2};
    graph.edges = {{0, 1, {}}, {0, 1, {}}};
    Shown shown(graph);
    shown.view.selectNode(1);
    for (const int constant : {1, 2, 0, 0}) {
        QTest::keyClick(&shown.view, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(shown.view.selectedConstant(), constant);
    }
    for (const int constant : {2, 1}) {
        QTest::keyClick(&shown.view, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(shown.view.selectedConstant(), constant);
    }
}

void TestGraphViewSelection::groupsStaySelectedInAnotherTree()
{
    GraphDescription graph = blocks(20);
    for (const char* const op : {"Shape", "Gather", "Unsqueeze"}) {
        GraphDescription::Node node;
        node.opType = QString::fromLatin1(op);
        graph.edges.push_back({op[0] == 'S' ? 0 : static_cast<int>(graph.nodes.size()) - 1,
            static_cast<int>(graph.nodes.size()), {}});
        graph.nodes.push_back(node);
    }
    Shown shown(graph);
    GraphDisplay display = shown.view.display();
    const auto fold = [&](bool folds) {
        display.options.foldsPlumbing = folds;
        shown.view.setDisplay(display);
        shown.settle();
    };
    QSignalSpy cleared(&shown.view, &GraphView::selectionCleared);
    shown.view.selectGroup(QStringLiteral("block.19"));
    for (const bool folds : {false, true}) {
        fold(folds);
        QCOMPARE(shown.view.selectedGroupPath(), QStringLiteral("block.19"));
    }
    QVERIFY(cleared.isEmpty());
    // A group that is gone is not selected any more, and that is told.
    const QStringList folded = shown.view.groupPaths();
    fold(false);
    const QStringList unfolded = shown.view.groupPaths();
    fold(true);
    const auto gone = std::find_if(
        folded.begin(), folded.end(), [&](const QString& path) { return !unfolded.contains(path); });
    QVERIFY(gone != folded.end());
    shown.view.selectGroup(*gone);
    shown.settle();
    cleared.clear();
    fold(false);
    QVERIFY(shown.view.selectedGroupPath().isEmpty());
    QCOMPARE(cleared.size(), 1);
    QVERIFY(shown.view.accessibleDescription().isEmpty());
}

void TestGraphViewSelection::theDescriptionIsOfNow()
{
    Shown shown(blocks(20));
    shown.view.selectGroup(QStringLiteral("block.3"));
    QVERIFY(shown.view.accessibleDescription().contains(QLatin1String("collapsed")));
    QTest::keyClick(&shown.view, Qt::Key_Return);
    shown.settle();
    QVERIFY2(shown.view.accessibleDescription().contains(QLatin1String("expanded")),
        qPrintable(shown.view.accessibleDescription()));
    shown.view.collapseAll();
    shown.settle();
    QVERIFY(shown.view.accessibleDescription().contains(QLatin1String("collapsed")));
    shown.view.selectNode(1);
    shown.settle();
    QVERIFY(shown.view.accessibleDescription().contains(QLatin1String("0 of 1")));
    shown.view.setConstantSet(0, true);
    QVERIFY2(shown.view.accessibleDescription().contains(QLatin1String("1 of 1")),
        qPrintable(shown.view.accessibleDescription()));
    shown.view.resetConstantStates();
    QVERIFY(shown.view.accessibleDescription().contains(QLatin1String("0 of 1")));
}

void TestGraphViewSelection::keepsItsNameInAnotherFont()
{
    Shown shown(blocks(2));
    shown.view.setAccessibleName(QStringLiteral("Graph of this"));
    QFont font = shown.view.font();
    font.setPointSizeF(font.pointSizeF() + 3);
    shown.view.setFont(font);
    shown.settle();
    QCOMPARE(shown.view.accessibleName(), QStringLiteral("Graph of this"));
}

// They come from files: what is in one turns no text behind it, ends no line and has an end.
void TestGraphViewSelection::namesAreShownAsNames()
{
    GraphDescription graph;
    GraphDescription::Node node;
    node.opType = QStringLiteral("Re\nlu");
    node.name = QStringLiteral("e\u202Ev\nil");
    graph.nodes.push_back(node);
    node.name = QString(1'000'000, QLatin1Char('x'));
    graph.nodes.push_back(node);
    Shown shown(graph);
    shown.view.selectNode(0);
    const QString told = shown.view.accessibleDescription();
    QVERIFY2(told.startsWith(QLatin1String("Re lu ev il,")), qPrintable(told));
    shown.view.selectNode(1);
    QCOMPARE_LT(shown.view.accessibleDescription().size(), 2'000);
    const TextMeasure measure(shown.view.font());
    QCOMPARE(measure.elidedSmall(QStringLiteral("e\u202Ev\nil"), 1'000), QStringLiteral("ev il"));
}

QTEST_MAIN(TestGraphViewSelection)
#include "tst_graphviewselection.moc"
