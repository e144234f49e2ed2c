// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphtree.h"

#include "widgets/graph/plumbing.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace weightless::widgets;

namespace {

int add(GraphDescription& graph, const QString& opType, std::initializer_list<int> sources,
    const QString& name = {})
{
    const int index = static_cast<int>(graph.nodes.size());
    GraphDescription::Node node;
    node.opType = opType;
    node.name = name;
    graph.nodes.push_back(std::move(node));
    for (const int source : sources)
        graph.edges.push_back({source, index, {}});
    return index;
}

// x → Shape → Gather → Concat → Reshape of x, with Constant nodes as exporters write them.
GraphDescription reshaped()
{
    GraphDescription graph;
    const int x = add(graph, QStringLiteral("Relu"), {});
    const int shape = add(graph, QStringLiteral("Shape"), {x});
    const int index = add(graph, QStringLiteral("Constant"), {});
    const int gather = add(graph, QStringLiteral("Gather"), {shape, index});
    const int rest = add(graph, QStringLiteral("Constant"), {});
    const int concat = add(graph, QStringLiteral("Concat"), {gather, rest});
    add(graph, QStringLiteral("Reshape"), {x, concat});
    return graph;
}

std::vector<int> groupsOf(const ScopeTree& tree, ScopeKind kind)
{
    std::vector<int> groups;
    for (std::size_t group = 0; group < tree.groups.size(); ++group) {
        if (tree.groups[group].kind == kind)
            groups.push_back(static_cast<int>(group));
    }
    return groups;
}

// Every node is in one list, is shown in another node's box, or is the owner of a group.
void verifyWhole(const GraphDescription& graph, const GraphTree& made)
{
    std::vector<int> seen(graph.nodes.size(), 0);
    for (std::size_t group = 0; group < made.tree.groups.size(); ++group) {
        const ScopeGroup& own = made.tree.groups[group];
        for (const int node : own.nodes) {
            ++seen[static_cast<std::size_t>(node)];
            QCOMPARE(made.tree.groupOfNode[static_cast<std::size_t>(node)], static_cast<int>(group));
        }
        for (const int child : own.groups) {
            QVERIFY(child > static_cast<int>(group));
            QCOMPARE(made.tree.groups[static_cast<std::size_t>(child)].parent, static_cast<int>(group));
        }
    }
    for (std::size_t node = 0; node < seen.size(); ++node) {
        const bool isShownElsewhere = made.hostNode[node] >= 0 || made.hostGroup[node] >= 0;
        QCOMPARE(seen[node], isShownElsewhere ? 0 : 1);
    }
    const auto operators =
        std::ranges::count(graph.nodes, GraphNodeKind::Operator, &GraphDescription::Node::kind);
    QCOMPARE(made.tree.groups[0].nodeCount, static_cast<int>(operators));
    QCOMPARE(made.structures.size(), made.tree.groups.size());
}

} // namespace

class TestGraphTree : public QObject {
    Q_OBJECT

private slots:
    void hidesConstantsInTheirUsers();
    void foldsShapeArithmetic();
    void foldsNothingThatComputes();
    void neverClosesACycle();
    void findsRepeatedBlocks();
    void leavesNamedScopesAlone();
    void knowsWhatIsBuiltAlike();
    void opensBodies();
    void staysWholeForRandomGraphs();
};

void TestGraphTree::hidesConstantsInTheirUsers()
{
    const GraphDescription graph = reshaped();
    const GraphTree folded = makeGraphTree(graph, true);
    verifyWhole(graph, folded);
    QCOMPARE(folded.hostNode[2], 3);
    QCOMPARE(folded.hostNode[4], 5);
    QCOMPARE(folded.hostNode[0], -1);
    const GraphTree whole = makeGraphTree(graph, false);
    verifyWhole(graph, whole);
    QCOMPARE(whole.hostNode[2], -1);
    QVERIFY(groupsOf(whole.tree, ScopeKind::Shapes).empty());
    // A group counts what is shown in its boxes, wherever names have put that.
    GraphDescription scoped = graph;
    for (const int node : {5, 6})
        scoped.nodes[static_cast<std::size_t>(node)].name = QStringLiteral("/a/%1").arg(node);
    const GraphTree counted = makeGraphTree(scoped, true);
    verifyWhole(scoped, counted);
    const std::vector<int> named = groupsOf(counted.tree, ScopeKind::Named);
    QCOMPARE(named.size(), std::size_t {1});
    QCOMPARE(counted.tree.groups[static_cast<std::size_t>(named.front())].nodeCount, 3);
    QCOMPARE(counted.tree.groupOfNode[4], counted.tree.groupOfNode[5]);
    // What goes straight out stays where it can be seen.
    GraphDescription direct;
    const int constant = add(direct, QStringLiteral("Constant"), {});
    direct.nodes[static_cast<std::size_t>(add(direct, QStringLiteral("output"), {constant}))].kind =
        GraphNodeKind::Output;
    QCOMPARE(makeGraphTree(direct, true).hostNode[0], -1);
}

void TestGraphTree::foldsShapeArithmetic()
{
    const GraphTree made = makeGraphTree(reshaped(), true);
    const std::vector<int> shapes = groupsOf(made.tree, ScopeKind::Shapes);
    QCOMPARE(shapes.size(), std::size_t {1});
    QCOMPARE(made.tree.groups[static_cast<std::size_t>(shapes[0])].nodes, (std::vector<int> {1, 3, 5}));
    QCOMPARE(made.tree.groups[0].nodes, (std::vector<int> {0, 6}));
}

void TestGraphTree::foldsNothingThatComputes()
{
    // A Gather of data, and a Concat of a shape with data.
    GraphDescription graph = reshaped();
    const int table = add(graph, QStringLiteral("Gather"), {0});
    const int mixed = add(graph, QStringLiteral("Concat"), {3, table});
    const Plumbing plumbing = findPlumbing(graph);
    QCOMPARE(plumbing.shapePhase[static_cast<std::size_t>(table)], -1);
    QCOMPARE(plumbing.shapePhase[static_cast<std::size_t>(mixed)], -1);
    // A weight is no part of a shape.
    GraphDescription weighted = reshaped();
    weighted.constants.push_back({QStringLiteral("scale"), 4, 1, false, {}, {}, {}});
    weighted.nodes[5].constants = {0};
    QCOMPARE(findPlumbing(weighted).shapePhase[5], -1);
    weighted.constants[0].isKnown = true;
    QVERIFY(findPlumbing(weighted).shapePhase[5] >= 0);
}

// The shape of a result that shape arithmetic has helped to make goes into a group of its own.
void TestGraphTree::neverClosesACycle()
{
    GraphDescription graph = reshaped();
    const int shape = add(graph, QStringLiteral("Shape"), {6});
    const int both = add(graph, QStringLiteral("Concat"), {3, shape});
    add(graph, QStringLiteral("Expand"), {6, both});
    const GraphTree made = makeGraphTree(graph, true);
    verifyWhole(graph, made);
    const std::vector<int> shapes = groupsOf(made.tree, ScopeKind::Shapes);
    QCOMPARE(shapes.size(), std::size_t {2});
    QVERIFY(made.tree.groupOfNode[1] != made.tree.groupOfNode[static_cast<std::size_t>(both)]);
}

void TestGraphTree::findsRepeatedBlocks()
{
    // Twelve residual blocks without scopes in their names.
    GraphDescription graph;
    int last = add(graph, QStringLiteral("Gemm"), {}, QStringLiteral("node_0"));
    for (int block = 0; block < 12; ++block) {
        const int first = add(graph, QStringLiteral("Conv"), {last}, QStringLiteral("n%1").arg(block));
        const int second = add(graph, QStringLiteral("Relu"), {first});
        const int third = add(graph, QStringLiteral("Conv"), {second});
        last = add(graph, QStringLiteral("Relu"), {add(graph, QStringLiteral("Add"), {third, last})});
    }
    add(graph, QStringLiteral("Softmax"), {last});
    const GraphTree made = makeGraphTree(graph, true);
    verifyWhole(graph, made);
    const std::vector<int> blocks = groupsOf(made.tree, ScopeKind::Repeat);
    QCOMPARE(blocks.size(), std::size_t {12});
    for (const int block : blocks) {
        const ScopeGroup& own = made.tree.groups[static_cast<std::size_t>(block)];
        QCOMPARE(own.nodeCount, 5);
        // It begins at its convolution and ends with its activation, not somewhere between.
        QCOMPARE(graph.nodes[static_cast<std::size_t>(own.nodes.front())].opType, QStringLiteral("Conv"));
        QCOMPARE(own.nodes.back(), own.nodes.front() + 4);
        QCOMPARE(own.sectionCount, 12);
    }
    QCOMPARE(made.tree.groups[0].nodes, (std::vector<int> {0, 61}));
}

void TestGraphTree::leavesNamedScopesAlone()
{
    GraphDescription graph;
    int last = add(graph, QStringLiteral("Relu"), {}, QStringLiteral("/stem/Relu"));
    for (int i = 0; i < 60; ++i)
        last = add(graph, i % 2 ? QStringLiteral("Add") : QStringLiteral("Mul"), {last},
            QStringLiteral("/layers.%1/%2").arg(i / 6).arg(i));
    const GraphTree made = makeGraphTree(graph, true);
    QVERIFY(groupsOf(made.tree, ScopeKind::Repeat).empty());
    QCOMPARE(groupsOf(made.tree, ScopeKind::Named).size(), std::size_t {10});
}

void TestGraphTree::knowsWhatIsBuiltAlike()
{
    GraphDescription graph;
    int last = add(graph, QStringLiteral("Relu"), {}, QStringLiteral("/stem"));
    for (const char* const name : {"a", "b", "c"}) {
        const auto scoped = [&](const char* op) {
            return QStringLiteral("/%1/%2").arg(QLatin1String(name), QLatin1String(op));
        };
        const int first = add(graph, QStringLiteral("Conv"), {last}, scoped("x"));
        const int second = add(graph, QStringLiteral("Relu"), {first}, scoped("y"));
        // The third has another edge.
        last = name[0] == 'c' ? add(graph, QStringLiteral("Add"), {second, first}, scoped("z"))
                              : add(graph, QStringLiteral("Add"), {second, last}, scoped("z"));
    }
    const GraphTree made = makeGraphTree(graph, true);
    const std::vector<int> named = groupsOf(made.tree, ScopeKind::Named);
    QCOMPARE(named.size(), std::size_t {3});
    QCOMPARE(made.structures[static_cast<std::size_t>(named[0])],
        made.structures[static_cast<std::size_t>(named[1])]);
    QVERIFY(made.structures[static_cast<std::size_t>(named[0])]
        != made.structures[static_cast<std::size_t>(named[2])]);
}

void TestGraphTree::opensBodies()
{
    GraphDescription graph;
    const int x = add(graph, QStringLiteral("Relu"), {}, QStringLiteral("/a/Relu"));
    const int branch = add(graph, QStringLiteral("If"), {x}, QStringLiteral("/a/If"));
    add(graph, QStringLiteral("Sigmoid"), {branch}, QStringLiteral("/a/Sigmoid"));
    const auto addInside = [&](int owner, const char* body, const char* op) {
        const int index = add(graph, QString::fromLatin1(op), {x});
        graph.nodes[static_cast<std::size_t>(index)].owner = owner;
        graph.nodes[static_cast<std::size_t>(index)].body = QString::fromLatin1(body);
        return index;
    };
    addInside(branch, "then_branch", "Add");
    addInside(branch, "then_branch", "Mul");
    const int loop = addInside(branch, "else_branch", "Loop");
    const int inner = addInside(loop, "body", "Sqrt");
    // What goes into a body and out of it is drawn, and is no node of it.
    for (const GraphNodeKind kind : {GraphNodeKind::Input, GraphNodeKind::Output})
        graph.nodes[static_cast<std::size_t>(addInside(loop, "body", "x"))].kind = kind;
    const GraphTree made = makeGraphTree(graph, true);
    verifyWhole(graph, made);
    const auto group = [&](int index) -> const ScopeGroup& {
        return made.tree.groups[static_cast<std::size_t>(index)];
    };
    const ScopeGroup& owner = group(made.hostGroup[static_cast<std::size_t>(branch)]);
    QCOMPARE(owner.kind, ScopeKind::Owner);
    QCOMPARE(owner.node, branch);
    QCOMPARE(owner.groups.size(), std::size_t {2});
    QCOMPARE(owner.nodeCount, 4);
    QCOMPARE(group(owner.groups[0]).kind, ScopeKind::Body);
    QCOMPARE(group(owner.groups[0]).name, std::string("then_branch"));
    QCOMPARE(group(owner.groups[0]).nodes, (std::vector<int> {3, 4}));
    const ScopeGroup& innermost = group(made.tree.groupOfNode[static_cast<std::size_t>(inner)]);
    QCOMPARE(innermost.name, std::string("body"));
    QCOMPARE(innermost.nodeCount, 1);
    QCOMPARE(group(innermost.parent).node, loop);
    QCOMPARE(group(owner.parent).name, std::string("a"));
}

void TestGraphTree::staysWholeForRandomGraphs()
{
    const QStringList operators =
        QStringLiteral("Shape Constant Gather Concat Add Conv Reshape If Cast").split(u' ');
    std::mt19937 random(3);
    const auto below = [&](std::size_t limit) { return static_cast<int>(random() % limit); };
    for (int round = 0; round < 40; ++round) {
        GraphDescription graph;
        const int count = 20 + below(300);
        for (int i = 0; i < count; ++i) {
            const int index = add(graph, operators[below(9)], {});
            auto& node = graph.nodes.back();
            node.name = QStringLiteral("/s%1/n%2").arg(below(4)).arg(i);
            if (i > 5 && below(10) == 0) {
                node.owner = below(static_cast<std::size_t>(i));
                node.body = QStringLiteral("body%1").arg(below(2));
            }
            if (i > 0 && graph.nodes.back().opType != QLatin1String("Constant")) {
                for (int e = below(3); e >= 0; --e)
                    graph.edges.push_back({below(static_cast<std::size_t>(i)), index, {}});
            }
        }
        for (const bool folds : {true, false})
            verifyWhole(graph, makeGraphTree(graph, folds));
    }
}

QTEST_GUILESS_MAIN(TestGraphTree)
#include "tst_graphtree.moc"
