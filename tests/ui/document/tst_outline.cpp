// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/outline.h"

#include <QStringList>
#include <QTest>

#include <algorithm>
#include <set>

using namespace weightless;
using namespace weightless::ui;

namespace {

struct Named {
    const char* name;
    const char* opType;
};

widgets::GraphDescription graphWith(const std::vector<Named>& nodes)
{
    widgets::GraphDescription graph;
    for (const Named& node : nodes)
        graph.nodes.push_back({QLatin1String(node.name), QLatin1String(node.opType)});
    return graph;
}

// Name, nodes and bytes of each.
QString pictureOf(const std::vector<OutlineItem>& items)
{
    QStringList picture;
    for (const OutlineItem& item : items)
        picture.append(QStringLiteral("%1 %2 %3").arg(item.name).arg(item.nodeCount).arg(item.sizeBytes));
    return picture.join(QLatin1Char(';'));
}

} // namespace

// The nodes of a graph, in the groups that the graph shows.
class OutlineTest : public QObject {
    Q_OBJECT

private slots:
    void outlineFollowsNames()
    {
        widgets::GraphDescription graph = graphWith({{"/a/b/Conv", "Conv"}, {"/a/b/Relu", "Relu"},
            {"/a/c/Add", "Add"}, {"/a/c/Mul", "Mul"}, {"", "Relu"}, {"", "Softmax"}});
        graph.constants = {{QStringLiteral("w"), 100}, {QStringLiteral("v"), 10}};
        graph.nodes[0].constants = {0, 1};
        graph.nodes[2].constants = {1};
        graph.values = {{QStringLiteral("result"), {}, {}}};
        graph.nodes[5].outputs = {0};
        // A constant that two nodes of a scope share weighs once. What has no name is told by what it makes.
        QCOMPARE(pictureOf(makeOutline(graph)),
            QStringLiteral(
                "a 4 110;b 2 110;Conv 1 110;Relu 1 0;c 2 10;Add 1 10;Mul 1 0;Relu 1 0;result 1 0"));
    }

    // In the order of the graph; shape arithmetic is put together behind it, as the graph does in one box.
    void outlineIsGroupedAsTheGraph()
    {
        widgets::GraphDescription graph = graphWith({{"/Shape", "Shape"}, {"/Gather", "Gather"},
            {"/Conv", "Conv"}, {"/a/b/Conv", "Conv"}, {"/a/b/Relu", "Relu"}, {"/Add", "Add"}});
        graph.edges = {{0, 1}, {2, 3}, {3, 4}, {4, 5}};
        const std::vector<OutlineItem> items = makeOutline(graph);
        QCOMPARE(pictureOf(items),
            QStringLiteral("Conv 1 0;a/b 2 0;Conv 1 0;Relu 1 0;Add 1 0;shapes 2 0;Shape 1 0;Gather 1 0"));
        QCOMPARE(items[5].path, QStringLiteral("[shapes 1]"));
        QVERIFY(items[5].isShapes && !items[1].isShapes);
        // The graph merges groups that hold nothing else.
        QCOMPARE(outlineGroup(items, QStringLiteral("a")), &items[1]);
        QVERIFY(!outlineGroup(items, QStringLiteral("b")) && !outlineGroup(items, {}));
    }

    // Nodes without names of a network whose weights are made when it runs: they come first in the file.
    void whatOnlyMakesATensorIsBelowItsUser()
    {
        constexpr int blocks = 20;
        widgets::GraphDescription graph;
        for (int i = 0; i < 2 * blocks; ++i)
            graph.nodes.push_back({{}, QStringLiteral("ConstantOfShape"), {}, {0}});
        graph.constants = {{QStringLiteral("shape"), 8, 1, true}};
        for (int i = 0; i < blocks; ++i) {
            const int first = static_cast<int>(graph.nodes.size());
            for (const char* op : {"Conv", "Relu", "Conv", "Add", "Relu"}) {
                const int self = static_cast<int>(graph.nodes.size());
                graph.nodes.push_back({{}, QLatin1String(op)});
                if (self > 2 * blocks)
                    graph.edges.push_back({self - 1, self});
            }
            graph.edges.push_back({2 * i, first});
            graph.edges.push_back({2 * i + 1, first + 2});
            if (i > 0)
                graph.edges.push_back({first - 1, first + 3});
        }
        const std::vector<OutlineItem> items = makeOutline(graph);
        const auto isBlock = [](const OutlineItem& item) {
            return item.path.startsWith(QLatin1String("[block "));
        };
        QCOMPARE_GE(std::ranges::count_if(items, isBlock), blocks - 2);
        QVERIFY(items.size() > graph.nodes.size());
        std::set<int> nodes;
        int hosted = 0;
        for (const OutlineItem& item : items) {
            if (item.node < 0)
                continue;
            nodes.insert(item.node);
            const bool isBelowNode = item.parent >= 0 && items[static_cast<size_t>(item.parent)].node >= 0;
            const bool isConstant = item.node < 2 * blocks;
            hosted += isConstant ? 1 : 0;
            QCOMPARE(isBelowNode, isConstant);
        }
        QCOMPARE(nodes.size(), graph.nodes.size());
        QCOMPARE(hosted, 2 * blocks);
    }
};

QTEST_APPLESS_MAIN(OutlineTest)
#include "tst_outline.moc"
