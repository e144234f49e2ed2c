// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/nodeorder.h"

#include <QTest>

#include <algorithm>

using namespace weightless;

class NodeOrderTest : public QObject {
    Q_OBJECT

    static Node nodeOf(const std::string& input, const std::string& output)
    {
        return {.name = output, .opType = "Neg", .inputs = {input}, .outputs = {output}};
    }

    static QString orderOf(const ModelGraph& graph)
    {
        QString names;
        for (const Node* node : sortedNodes(graph))
            names += QString::fromStdString(node->name);
        return names;
    }

private slots:
    void sortedFilesStay()
    {
        ModelGraph graph;
        QCOMPARE(orderOf(graph), QString());
        graph.nodes = {nodeOf("x", "b"), nodeOf("x", "a"), nodeOf("a", "c")};
        QCOMPARE(orderOf(graph), QStringLiteral("bac"));
    }

    void nodesComeBehindWhatTheyUse()
    {
        ModelGraph graph;
        graph.nodes = {
            nodeOf("c", "d"), nodeOf("x", "a"), nodeOf("b", "c"), nodeOf("a", "b"), nodeOf("x", "e")};
        QCOMPARE(orderOf(graph), QStringLiteral("abcde"));
        // The same value twice.
        graph.nodes[2].inputs.emplace_back("b");
        QCOMPARE(orderOf(graph), QStringLiteral("abcde"));
    }

    void bodiesUseToo()
    {
        auto inner = std::make_shared<ModelGraph>();
        inner->nodes = {nodeOf("late", "y")};
        inner->outputs.push_back({"y", DataType::Float32, SymbolicShape()});
        auto body = std::make_shared<ModelGraph>();
        body->nodes = {nodeOf("x", "z")};
        body->nodes[0].attributes.set("then_branch", std::shared_ptr<const ModelGraph>(inner));
        ModelGraph graph;
        graph.nodes = {nodeOf("x", "i"), nodeOf("x", "late")};
        graph.nodes[0].attributes.set("then_branch", std::shared_ptr<const ModelGraph>(body));
        QCOMPARE(orderOf(graph), QStringLiteral("latei"));
        // What a body defines itself is another value.
        inner->inputs.push_back({"late", DataType::Float32, SymbolicShape()});
        QCOMPARE(orderOf(graph), QStringLiteral("ilate"));
        // A result of a body may be of the graph around it.
        inner->outputs.push_back({"w", DataType::Float32, SymbolicShape()});
        graph.nodes.push_back(nodeOf("x", "w"));
        QCOMPARE(orderOf(graph), QStringLiteral("latewi"));
    }

    void circlesComeLast()
    {
        ModelGraph graph;
        graph.nodes = {nodeOf("b", "a"), nodeOf("a", "b"), nodeOf("b", "d"), nodeOf("x", "c")};
        QCOMPARE(orderOf(graph), QStringLiteral("cabd"));
        QVERIFY(whyUndefined(graph, "b").find("circle") != std::string::npos);
        QVERIFY(whyUndefined(graph, "q").find("nothing defines") != std::string::npos);
    }

    void manyNodesTakeNoTime()
    {
        ModelGraph graph;
        constexpr int count = 100'000;
        for (int i = count; i-- > 0;)
            graph.nodes.push_back(nodeOf(std::to_string(i), std::to_string(i + 1)));
        const auto nodes = sortedNodes(graph);
        QCOMPARE(nodes.size(), size_t {count});
        QVERIFY(nodes.front()->name == "1" && nodes.back()->name == std::to_string(count));
    }
};

QTEST_APPLESS_MAIN(NodeOrderTest)
#include "tst_nodeorder.moc"
