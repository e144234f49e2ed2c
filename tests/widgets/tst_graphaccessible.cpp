// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"

#include <QAccessible>
#include <QApplication>
#include <QSignalSpy>

using namespace weightless::widgets;

namespace {

QString nameOf(const QAccessibleInterface* interface)
{
    return interface ? interface->text(QAccessible::Name) : QStringLiteral("(none)");
}

QAccessibleInterface* childNamed(const QAccessibleInterface* parent, const QString& name)
{
    for (int i = 0; i < parent->childCount(); ++i) {
        if (nameOf(parent->child(i)) == name)
            return parent->child(i);
    }
    return nullptr;
}

void act(QAccessibleInterface* interface, const QString& action)
{
    QVERIFY(interface->actionInterface());
    QVERIFY(interface->actionInterface()->actionNames().contains(action));
    interface->actionInterface()->doAction(action);
}

} // namespace

// What a screen reader sees of a GraphView.
class TestGraphAccessible : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QAccessible::setActive(true); }
    void theViewIsATreeOfWhatIsShown();
    void groupsExpandAndCollapse();
    void nodesHoldTheirConstants();
    void itemsAreWhereTheyAreDrawn();
    void pressingSelects();
    void focusFollowsTheSelection();
    void nodesWithBodiesHaveTheFocus();
    void foldedConstantsHaveTheFocus();
    void anOwnersNameStays();
    void anotherTreeHasItsOwnItems();
    void anotherGraphLeavesNothingBehind();
    void outlivesNothing();
    void hugeGraphsCostWhatIsAskedFor();

private:
    static QAccessibleInterface* rootOf(GraphView& view)
    {
        return QAccessible::queryAccessibleInterface(&view);
    }
};

void TestGraphAccessible::theViewIsATreeOfWhatIsShown()
{
    Shown shown(blocks(20));
    QAccessibleInterface* root = rootOf(shown.view);
    QCOMPARE(root->role(), QAccessible::Tree);
    QVERIFY(!nameOf(root).isEmpty());
    QCOMPARE(root->childCount(), 20);
    for (int i = 0; i < root->childCount(); ++i) {
        QAccessibleInterface* group = root->child(i);
        QVERIFY(group && group->isValid());
        QCOMPARE(group->role(), QAccessible::TreeItem);
        QVERIFY2(nameOf(group).startsWith(QLatin1String("block.")), qPrintable(nameOf(group)));
        QVERIFY(group->text(QAccessible::Description).contains(nameOf(group)));
        QCOMPARE(root->indexOfChild(group), i);
        QCOMPARE(group->parent(), root);
        QCOMPARE(root->child(i), group); // made once
        QCOMPARE(group->childCount(), 0);
    }
    QVERIFY(!root->child(-1));
    QVERIFY(!root->child(20));
}

void TestGraphAccessible::groupsExpandAndCollapse()
{
    Shown shown(blocks(20));
    QAccessibleInterface* root = rootOf(shown.view);
    QAccessibleInterface* group = childNamed(root, QStringLiteral("block.4"));
    QVERIFY(group);
    QVERIFY(group->state().expandable && group->state().collapsed && !group->state().expanded);
    act(group, QAccessibleActionInterface::toggleAction());
    shown.settle();
    QVERIFY(shown.view.isExpanded(QStringLiteral("block.4")));
    QVERIFY(group->isValid());
    QVERIFY(group->state().expanded && !group->state().collapsed);
    QCOMPARE(group->childCount(), 4);
    QAccessibleInterface* node = childNamed(group, QStringLiteral("Conv"));
    QVERIFY2(node, qPrintable(nameOf(group->child(1))));
    QCOMPARE(node->parent(), group);
    QVERIFY(group->indexOfChild(node) >= 0);
    QCOMPARE(group->child(group->indexOfChild(node)), node);
    QVERIFY(node->text(QAccessible::Description).contains(QLatin1String("/block.4/Conv")));
    QVERIFY(!node->state().expandable);
    act(group, QAccessibleActionInterface::toggleAction());
    shown.settle();
    QVERIFY(!node->isValid()); // hidden
    QVERIFY(node->state().invalid);
    QVERIFY(node->text(QAccessible::Name).isEmpty());
    QVERIFY(group->isValid());
}

void TestGraphAccessible::nodesHoldTheirConstants()
{
    Shown shown(blocks(3));
    QAccessibleInterface* group = childNamed(rootOf(shown.view), QStringLiteral("block.1"));
    QVERIFY(group);
    QAccessibleInterface* node = childNamed(group, QStringLiteral("Conv"));
    QVERIFY(node);
    QCOMPARE(node->childCount(), 1);
    QAccessibleInterface* constant = node->child(0);
    QCOMPARE(constant->role(), QAccessible::ListItem);
    QCOMPARE(nameOf(constant), QStringLiteral("block.1.Conv.weight"));
    QCOMPARE(constant->parent(), node);
    QCOMPARE(node->indexOfChild(constant), 0);
    QVERIFY(constant->text(QAccessible::Description).contains(QLatin1String("hollow")));
    shown.view.setConstantSet(2, true);
    QVERIFY(!constant->text(QAccessible::Description).contains(QLatin1String("hollow")));
    act(constant, QAccessibleActionInterface::pressAction());
    QCOMPARE(shown.view.selectedConstant(), 2);
    QVERIFY(constant->state().selected);
    QVERIFY(!node->state().selected);
}

void TestGraphAccessible::itemsAreWhereTheyAreDrawn()
{
    Shown shown(blocks(3));
    shown.view.fit();
    QAccessibleInterface* root = rootOf(shown.view);
    QAccessibleInterface* node =
        childNamed(childNamed(root, QStringLiteral("block.1")), QStringLiteral("Add"));
    QVERIFY(node);
    const QRect onScreen = node->rect();
    const QPoint centre = shown.view.viewport()->mapFromGlobal(onScreen.center());
    QVERIFY(shown.view.nodeRect(7).adjusted(-2, -2, 2, 2).contains(QPointF(centre)));
    QVERIFY(!node->state().offscreen);
    QAccessibleInterface* hit = root->childAt(onScreen.center().x(), onScreen.top() + 1);
    QCOMPARE(hit, node);
    QVERIFY(!root->childAt(-10'000, -10'000));
    shown.view.setZoom(4);
    shown.view.selectNode(0);
    QVERIFY(node->state().offscreen);
}

void TestGraphAccessible::pressingSelects()
{
    Shown shown(blocks(20));
    QSignalSpy groups(&shown.view, &GraphView::groupSelected);
    QAccessibleInterface* group = rootOf(shown.view)->child(7);
    act(group, QAccessibleActionInterface::pressAction());
    QCOMPARE(groups.size(), 1);
    QCOMPARE(groups.front().front().toString(), nameOf(group));
    QVERIFY(group->state().selected);
    QVERIFY(!rootOf(shown.view)->child(8)->state().selected);
}

void TestGraphAccessible::focusFollowsTheSelection()
{
    Shown shown(blocks(3));
    QAccessibleInterface* root = rootOf(shown.view);
    QVERIFY(!root->focusChild());
    shown.view.activateWindow();
    shown.view.setFocus();
    QTRY_VERIFY(shown.view.hasFocus());
    shown.view.selectNode(1);
    QVERIFY(root->focusChild());
    QVERIFY(root->focusChild()->text(QAccessible::Description).contains(QLatin1String("/block.0/Conv")));
    QVERIFY(root->focusChild()->state().focused);
}

void TestGraphAccessible::nodesWithBodiesHaveTheFocus()
{
    const GraphDescription graph = withBody(blocks(2));
    Shown shown(graph);
    QAccessibleInterface* root = rootOf(shown.view);
    shown.view.activateWindow();
    shown.view.setFocus();
    QTRY_VERIFY(shown.view.hasFocus());
    shown.view.selectNode(2);
    QAccessibleInterface* focus = root->focusChild();
    QVERIFY(focus);
    QVERIFY(focus->state().selected && focus->state().focused && focus->state().expandable);
    shown.view.selectNode(1);
    QVERIFY(!focus->state().selected);
    act(focus, QAccessibleActionInterface::pressAction());
    QCOMPARE(shown.view.selectedNode(), 2);
    QCOMPARE(root->focusChild(), focus);
}

// They are seen as a constant of the node that uses them.
void TestGraphAccessible::foldedConstantsHaveTheFocus()
{
    GraphDescription graph = blocks(2);
    GraphDescription::Node node;
    node.opType = QStringLiteral("Constant");
    node.constants.push_back(static_cast<int>(graph.constants.size()));
    graph.constants.push_back({QStringLiteral("one"), 4});
    graph.edges.push_back({static_cast<int>(graph.nodes.size()), 3, {}});
    graph.nodes.push_back(node);
    Shown shown(graph);
    QAccessibleInterface* root = rootOf(shown.view);
    shown.view.activateWindow();
    shown.view.setFocus();
    QTRY_VERIFY(shown.view.hasFocus());
    shown.view.selectNode(static_cast<int>(graph.nodes.size()) - 1);
    const QAccessibleInterface* focus = root->focusChild();
    QVERIFY(focus);
    QCOMPARE(nameOf(focus), QStringLiteral("one"));
    QVERIFY(focus->state().selected && focus->state().focused);
    QVERIFY2(focus->parent()->text(QAccessible::Description).contains(QLatin1String("/block.0/Add")),
        qPrintable(nameOf(focus->parent())));
    QVERIFY(!focus->parent()->state().selected);
}

// Another language is no reason to call it otherwise.
void TestGraphAccessible::anOwnersNameStays()
{
    GraphView view;
    QCOMPARE(nameOf(rootOf(view)), QStringLiteral("Graph"));
    view.setAccessibleName(QStringLiteral("Graph of the model"));
    QEvent change(QEvent::LanguageChange);
    QApplication::sendEvent(&view, &change);
    QCOMPARE(nameOf(rootOf(view)), QStringLiteral("Graph of the model"));
}

void TestGraphAccessible::anotherTreeHasItsOwnItems()
{
    Shown shown(blocks(20));
    QAccessibleInterface* root = rootOf(shown.view);
    const QAccessible::Id id = QAccessible::uniqueId(root->child(3));
    GraphDisplay display = shown.view.display();
    display.options.foldsPlumbing = false;
    shown.view.setDisplay(display);
    shown.settle();
    QVERIFY(!QAccessible::accessibleInterface(id));
    QCOMPARE(root->childCount(), 20);
}

void TestGraphAccessible::anotherGraphLeavesNothingBehind()
{
    Shown shown(blocks(20));
    QAccessibleInterface* root = rootOf(shown.view);
    const QAccessible::Id id = QAccessible::uniqueId(root->child(3));
    QVERIFY(QAccessible::accessibleInterface(id));
    shown.view.setGraph(blocks(2));
    QVERIFY(!QAccessible::accessibleInterface(id));
    QCOMPARE(root->childCount(), 0); // until it is laid out
    shown.settle();
    QCOMPARE(root->childCount(), 2);
    shown.view.clear();
    QCOMPARE(root->childCount(), 0);
}

void TestGraphAccessible::outlivesNothing()
{
    auto view = std::make_unique<GraphView>();
    view->setGraph(blocks(20));
    QVERIFY(QTest::qWaitFor([&] { return !view->isLayingOut(); }, 20'000));
    QAccessibleInterface* root = rootOf(*view);
    const QAccessible::Id rootId = QAccessible::uniqueId(root);
    const QAccessible::Id childId = QAccessible::uniqueId(root->child(0));
    view.reset();
    QVERIFY(!QAccessible::accessibleInterface(rootId));
    QVERIFY(!QAccessible::accessibleInterface(childId));
}

// Ten thousand nodes, of which a few are asked for.
void TestGraphAccessible::hugeGraphsCostWhatIsAskedFor()
{
    Shown shown(blocks(2500));
    QAccessibleInterface* root = rootOf(shown.view);
    const int count = root->childCount();
    QCOMPARE(count, shown.view.visibleItemCount());
    const QAccessible::Id before = QAccessible::uniqueId(root->child(0));
    QVERIFY(root->child(count - 1)->isValid());
    // Ids are given in order: no other interface was made in between.
    QVERIFY(QAccessible::uniqueId(root->child(count - 1)) - before <= 2);
}

QTEST_MAIN(TestGraphAccessible)
#include "tst_graphaccessible.moc"
