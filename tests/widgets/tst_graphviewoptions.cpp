// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"

#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>

using namespace weightless::widgets;

namespace {

// Two chains from the shape of the first node to the last one.
GraphDescription withShapeArithmetic(GraphDescription graph)
{
    const int last = static_cast<int>(graph.nodes.size()) - 1;
    for (int chain = 0; chain < 2; ++chain) {
        int from = chain == 0 ? 0 : last - 4;
        for (const char* const op : {"Shape", "Gather", "Unsqueeze"}) {
            GraphDescription::Node node;
            node.opType = QString::fromLatin1(op);
            graph.edges.push_back({from, static_cast<int>(graph.nodes.size()), {}});
            from = static_cast<int>(graph.nodes.size());
            graph.nodes.push_back(node);
        }
        graph.edges.push_back({from, last, {}});
    }
    return graph;
}

} // namespace

// What of a graph is shown, and how: options, bodies, edges.
class TestGraphViewOptions : public QObject {
    Q_OBJECT

private slots:
    void laysOutHorizontally();
    void keepsWhatIsOpenThroughOptions();
    void staysClosedThroughOptions();
    void opensMoreWhileAnotherTreeIsMade();
    void theOverviewHasNewColours();
    void theOverviewShowsWhereOneIs();
    void foldsConstants();
    void opensBodiesInPlace();
    void saysWhatItCannotExpand();
    void edgesTellWhereTheyLead();
    void showsPaths();
    void focusIsPainted();
    void nothingIsClickedThroughTheLegend();
    void beginsWhereTheMostIsSeen_data();
    void beginsWhereTheMostIsSeen();
};

void TestGraphViewOptions::laysOutHorizontally()
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
void TestGraphViewOptions::keepsWhatIsOpenThroughOptions()
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

// Nothing open is as much a choice as anything.
void TestGraphViewOptions::staysClosedThroughOptions()
{
    Shown shown(blocks(3));
    QCOMPARE(shown.view.visibleItemCount(), 12);
    shown.view.collapseAll();
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 3);
    GraphDisplay display = shown.view.display();
    display.options.showsWeights = false;
    shown.view.setDisplay(display);
    shown.settle();
    QCOMPARE(shown.view.visibleItemCount(), 3);
}

// A group of the tree before says nothing about the next one, which may have fewer.
void TestGraphViewOptions::opensMoreWhileAnotherTreeIsMade()
{
    Shown shown(withShapeArithmetic(blocks(20)));
    const QString last = shown.view.groupPaths().constLast();
    GraphDisplay display = shown.view.display();
    for (const QString& chosen : {last, QStringLiteral("block.19")}) {
        shown.view.setZoom(3);
        shown.view.selectGroup(chosen);
        shown.settle();
        QCOMPARE(shown.view.selectedGroupPath(), chosen);
        display.options.foldsPlumbing = !display.options.foldsPlumbing;
        shown.view.setDisplay(display);
        shown.view.expandAllBelowSelected();
        shown.settle();
        QCOMPARE(shown.view.zoom(), 1.0); // from its beginning
        display.options.foldsPlumbing = !display.options.foldsPlumbing;
        shown.view.setDisplay(display);
        shown.view.expandAllBelowSelected();
        shown.settle();
        QCOMPARE(shown.view.groupPaths().contains(last), display.options.foldsPlumbing);
    }
    QVERIFY(shown.view.isExpanded(QStringLiteral("block.19")));
}

void TestGraphViewOptions::theOverviewHasNewColours()
{
    Shown shown(blocks(20));
    GraphDisplay display = shown.view.display();
    display.colouring = GraphColouring::Time;
    shown.view.setDisplay(display);
    shown.view.setZoom(2);
    const QImage before = shown.view.grab().toImage();
    std::vector<double> seconds(80, 0.001);
    seconds[70] = 1;
    shown.view.setSeconds(seconds);
    const QImage after = shown.view.grab().toImage();
    QVERIFY(after != before);
    display.showsMinimap = false;
    shown.view.setDisplay(display);
    QVERIFY(shown.view.grab().toImage() != after); // it was in view
    display.showsMinimap = true;
    shown.view.setDisplay(display); // which makes it anew
    QCOMPARE(shown.view.grab().toImage(), after);
}

// Of a graph so long that what is in view is less than a pixel of the overview.
void TestGraphViewOptions::theOverviewShowsWhereOneIs()
{
    Shown shown(blocks(3000));
    shown.view.expandAll();
    shown.settle();
    shown.view.setZoom(2);
    const QColor mark = shown.view.palette().color(QPalette::Active, QPalette::Highlight);
    const auto marked = [&] {
        const QImage picture = shown.view.viewport()->grab().toImage();
        QRect area;
        for (int y = 12; y < picture.height() - 12; ++y) { // the frame of the focus has this colour too
            for (int x = picture.width() * 3 / 4; x < picture.width() - 12; ++x) {
                if (picture.pixelColor(x, y) == mark)
                    area |= QRect(x, y, 1, 1);
            }
        }
        return area;
    };
    for (const int place : {0, 50, 100}) {
        QScrollBar* bar = shown.view.verticalScrollBar();
        bar->setValue(bar->minimum() + (bar->maximum() - bar->minimum()) / 100 * place);
        const QRect area = marked();
        QVERIFY2(area.width() >= 5 && area.height() >= 5,
            qPrintable(QStringLiteral("%1×%2 at %3").arg(area.width()).arg(area.height()).arg(place)));
    }
}

void TestGraphViewOptions::foldsConstants()
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

void TestGraphViewOptions::opensBodiesInPlace()
{
    const GraphDescription graph = withBody(blocks(2));
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

void TestGraphViewOptions::saysWhatItCannotExpand()
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

void TestGraphViewOptions::edgesTellWhereTheyLead()
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

void TestGraphViewOptions::showsPaths()
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

void TestGraphViewOptions::focusIsPainted()
{
    class Painting : public QObject {
    public:
        bool eventFilter(QObject*, QEvent* event) override
        {
            count += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
        int count = 0;
    } painting;
    Shown shown(blocks(3));
    shown.view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    shown.view.setFocus();
    QTest::qWait(50);
    shown.view.viewport()->installEventFilter(&painting);
    shown.view.clearFocus();
    QTRY_VERIFY(painting.count > 0);
    QTest::qWait(50);
    painting.count = 0;
    shown.view.setFocus();
    QTRY_VERIFY(painting.count > 0);
}

void TestGraphViewOptions::nothingIsClickedThroughTheLegend()
{
    Shown shown(blocks(20));
    constexpr int wanted = 41;
    shown.view.expandAll();
    shown.settle();
    shown.view.setZoom(1);
    QScrollBar* along = shown.view.verticalScrollBar();
    const auto bottom = [&shown] { return QPointF(0, shown.view.viewport()->height() - 4); };
    along->setValue(along->value() + qRound(shown.view.nodeRect(wanted).center().y() - bottom().y()));
    const QPoint place(qRound(shown.view.nodeRect(wanted).center().x()), qRound(bottom().y()));
    QVERIFY(shown.view.nodeRect(wanted).contains(place));
    for (const bool hasLegend : {true, false}) {
        GraphDisplay display = shown.view.display();
        display.showsLegend = hasLegend;
        shown.view.setDisplay(display);
        shown.settle();
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(shown.view.selectedNode(), hasLegend ? -1 : wanted);
    }
}

void TestGraphViewOptions::beginsWhereTheMostIsSeen_data()
{
    QTest::addColumn<bool>("isHorizontal");
    QTest::newRow("from top to bottom") << false;
    QTest::newRow("from left to right") << true;
}

// An input whose value is used far below stands alone beside what the others go through.
void TestGraphViewOptions::beginsWhereTheMostIsSeen()
{
    QFETCH(bool, isHorizontal);
    GraphDescription graph;
    const auto add = [&graph](const char* op, const std::vector<int>& sources) {
        const int self = static_cast<int>(graph.nodes.size());
        graph.nodes.push_back({QStringLiteral("node of some length %1").arg(self), QLatin1String(op)});
        for (const int source : sources)
            graph.edges.push_back({source, self});
        return self;
    };
    for (int i = 0; i < 6; ++i)
        graph.nodes[static_cast<std::size_t>(add("input", {}))].kind = GraphNodeKind::Input;
    std::vector<int> ends {0};
    for (int i = 1; i < 6; ++i) {
        int last = i;
        for (int step = 0; step < 12; ++step)
            last = add(step % 2 ? "Relu" : "Conv", {last});
        ends.push_back(last);
    }
    add("Concat", ends);
    Shown shown(std::move(graph));
    GraphDisplay display = shown.view.display();
    display.options.isHorizontal = isHorizontal;
    display.showsLegend = true;
    shown.view.setDisplay(display);
    shown.view.resize(isHorizontal ? QSize(800, 300) : QSize(500, 600));
    shown.settle();
    const auto seen = [&shown] {
        int count = 0;
        for (int node = 0; node < 67; ++node)
            count +=
                shown.view.viewport()->rect().contains(shown.view.nodeRect(node).toAlignedRect()) ? 1 : 0;
        return count;
    };
    const int first = seen();
    QVERIFY(first > 4);
    QScrollBar* across = isHorizontal ? shown.view.verticalScrollBar() : shown.view.horizontalScrollBar();
    QVERIFY(across->maximum() > across->minimum());
    for (int value = across->minimum(); value < across->maximum(); value += 10) {
        across->setValue(value);
        QVERIFY2(seen() <= first + 2, qPrintable(QStringLiteral("%1 of %2").arg(first).arg(seen())));
    }
}

QTEST_MAIN(TestGraphViewOptions)
#include "tst_graphviewoptions.moc"
