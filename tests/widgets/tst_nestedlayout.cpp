// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayout.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace weightless::widgets;

namespace {

NestedGraph makeGraph(const std::vector<std::string>& names, std::vector<std::pair<int, int>> edges)
{
    NestedGraph graph;
    graph.edges = std::move(edges);
    graph.tree = buildScopeTree(names, graph.edges);
    graph.nodeSizes.assign(names.size(), {80, 40});
    graph.groupSizes.assign(graph.tree.groups.size(), {150, 60});
    return graph;
}

// Blocks that are alike, each with a residual connection, and a skip edge from the first to the last.
NestedGraph blocks(int count)
{
    std::vector<std::string> names;
    std::vector<std::pair<int, int>> edges;
    for (int b = 0; b < count; ++b) {
        const int first = 4 * b;
        for (const char* op : {"norm", "conv", "act", "add"})
            names.push_back("/block." + std::to_string(b) + '/' + op);
        for (int i = 1; i < 4; ++i)
            edges.emplace_back(first + i - 1, first + i);
        edges.emplace_back(first, first + 3);
        if (b > 0)
            edges.emplace_back(first - 1, first);
    }
    edges.emplace_back(0, 4 * count - 1);
    return makeGraph(names, edges);
}

bool contains(const NestedBox& outer, const NestedBox& inner)
{
    return inner.position.x >= outer.position.x - 1e-6 && inner.position.y >= outer.position.y - 1e-6
        && inner.position.x + inner.size.width <= outer.position.x + outer.size.width + 1e-6
        && inner.position.y + inner.size.height <= outer.position.y + outer.size.height + 1e-6;
}

void verifyLayout(const NestedLayout& layout)
{
    for (std::size_t a = 0; a < layout.boxes.size(); ++a) {
        const NestedBox& box = layout.boxes[a];
        if (box.parent >= 0) {
            QVERIFY(static_cast<std::size_t>(box.parent) < a);
            QVERIFY(contains(layout.boxes[static_cast<std::size_t>(box.parent)], box));
        }
        for (std::size_t b = a + 1; b < layout.boxes.size(); ++b) {
            const NestedBox& other = layout.boxes[b];
            if (other.parent != box.parent)
                continue;
            const bool isApart = box.position.x + box.size.width <= other.position.x + 1e-6
                || other.position.x + other.size.width <= box.position.x + 1e-6
                || box.position.y + box.size.height <= other.position.y + 1e-6
                || other.position.y + other.size.height <= box.position.y + 1e-6;
            QVERIFY(isApart);
        }
    }
    // Every edge is one unbroken line from box to box.
    for (const NestedEdge& edge : layout.edges) {
        QVERIFY(edge.segmentEnd > edge.segmentBegin);
        LayoutPoint end;
        for (std::uint32_t i = edge.segmentBegin; i < edge.segmentEnd; ++i) {
            const NestedSegment& segment =
                layout.segments[static_cast<std::size_t>(layout.segmentIndices[i])];
            QVERIFY(segment.pointEnd - segment.pointBegin >= 2);
            const LayoutPoint& start = layout.points[segment.pointBegin];
            if (i > edge.segmentBegin)
                QVERIFY(std::abs(start.x - end.x) < 1e-6 && std::abs(start.y - end.y) < 1e-6);
            end = layout.points[segment.pointEnd - 1];
        }
        QVERIFY(
            layout.segments[static_cast<std::size_t>(layout.segmentIndices[edge.segmentEnd - 1])].hasArrow);
    }
}

} // namespace

class TestNestedLayout : public QObject {
    Q_OBJECT

private slots:
    void showsCollapsedGroups();
    void nestsExpandedGroups();
    void reusesEqualLayouts();
    void staysWholeForRandomExpansions();
    void laysOutFromLeftToRight();
    void showsHostedNodes();
    void stops();
};

void TestNestedLayout::showsCollapsedGroups()
{
    const NestedGraph graph = blocks(5);
    LayoutCache cache;
    const auto layout = layoutNested(graph, std::vector<bool>(graph.tree.groups.size(), false), cache);
    QVERIFY(layout);
    QCOMPARE(layout->boxes.size(), std::size_t {5});
    // Four links and the skip connection.
    QCOMPARE(layout->edges.size(), std::size_t {5});
    QCOMPARE(layout->boxOfNode[6], layout->boxOfNode[4]);
    verifyLayout(*layout);
}

void TestNestedLayout::nestsExpandedGroups()
{
    const NestedGraph graph = blocks(5);
    std::vector<bool> expanded(graph.tree.groups.size(), false);
    expanded[1] = true;
    LayoutCache cache;
    const auto layout = layoutNested(graph, expanded, cache);
    QVERIFY(layout);
    QCOMPARE(layout->boxes.size(), std::size_t {9});
    const int frame = layout->boxOfGroup[1];
    QVERIFY(layout->boxes[static_cast<std::size_t>(frame)].isFrame);
    QCOMPARE(layout->boxes[static_cast<std::size_t>(layout->boxOfNode[0])].parent, frame);
    verifyLayout(*layout);
}

void TestNestedLayout::reusesEqualLayouts()
{
    const NestedGraph graph = blocks(20);
    LayoutCache cache;
    std::vector<bool> expanded(graph.tree.groups.size(), true);
    const auto first = layoutNested(graph, expanded, cache);
    QVERIFY(first);
    // Twenty blocks, but only the first and the last differ from the others.
    QVERIFY2(cache.missCount() <= 4, qPrintable(QString::number(cache.missCount())));
    QVERIFY(cache.hitCount() >= 17);
    const int misses = cache.missCount();
    const auto second = layoutNested(graph, expanded, cache);
    QVERIFY(second);
    QCOMPARE(cache.missCount(), misses);
    QVERIFY(first->points == second->points);
}

void TestNestedLayout::staysWholeForRandomExpansions()
{
    std::mt19937 random(3);
    for (int round = 0; round < 40; ++round) {
        std::vector<std::string> names;
        std::vector<std::pair<int, int>> edges;
        const int count = 2 + static_cast<int>(random() % 70);
        for (int i = 0; i < count; ++i) {
            std::string name;
            for (unsigned part = random() % 4; part-- > 0;)
                name += std::string("/") + static_cast<char>('a' + random() % 3);
            names.push_back(name + "/n" + std::to_string(i));
            for (unsigned edge = random() % 3; edge-- > 0;)
                edges.emplace_back(static_cast<int>(random() % static_cast<unsigned>(count)), i);
        }
        NestedGraph graph = makeGraph(names, edges);
        graph.isHorizontal = round % 2 == 1;
        LayoutCache cache;
        std::vector<bool> expanded;
        for (std::size_t g = 0; g < graph.tree.groups.size(); ++g)
            expanded.push_back(random() % 2 == 0);
        const auto layout = layoutNested(graph, expanded, cache);
        QVERIFY(layout);
        verifyLayout(*layout);
    }
}

// From left to right: every link leads to the right, and headers stay above what is in their frames.
void TestNestedLayout::laysOutFromLeftToRight()
{
    NestedGraph graph = blocks(4);
    graph.isHorizontal = true;
    LayoutCache cache;
    const auto layout = layoutNested(graph, std::vector<bool>(graph.tree.groups.size(), true), cache);
    QVERIFY(layout && layout->isHorizontal);
    verifyLayout(*layout);
    for (const NestedEdge& edge : layout->edges) {
        const NestedBox& from = layout->boxes[static_cast<std::size_t>(edge.fromBox)];
        const NestedBox& to = layout->boxes[static_cast<std::size_t>(edge.toBox)];
        QVERIFY(from.position.x + from.size.width < to.position.x);
    }
    for (const NestedBox& box : layout->boxes) {
        if (box.node >= 0) {
            QCOMPARE(box.size, (LayoutSize {80, 40}));
            QVERIFY(box.position.y
                >= layout->boxes[static_cast<std::size_t>(box.parent)].position.y + graph.frameHeader);
        }
    }
    LayoutCache other;
    const auto again = layoutNested(graph, std::vector<bool>(graph.tree.groups.size(), true), other);
    QVERIFY(again->points == layout->points);
}

// A node without a box of its own is seen where its host is; edges to a group's own node end at its border.
void TestNestedLayout::showsHostedNodes()
{
    NestedGraph graph = blocks(3);
    // The last node of the second block is shown in the one before it, the first of all by the second block.
    graph.hostNode.assign(12, -1);
    graph.hostGroup.assign(12, -1);
    graph.hostNode[7] = 6;
    graph.hostGroup[0] = 2;
    for (ScopeGroup& group : graph.tree.groups)
        std::erase_if(group.nodes, [](int node) { return node == 7 || node == 0; });
    for (const bool isOpen : {false, true}) {
        LayoutCache cache;
        const auto layout = layoutNested(graph, std::vector<bool>(graph.tree.groups.size(), isOpen), cache);
        QVERIFY(layout);
        QCOMPARE(layout->boxOfNode[7], layout->boxOfNode[6]);
        QCOMPARE(layout->boxOfNode[0], layout->boxOfGroup[2]);
        verifyLayout(*layout);
    }
}

void TestNestedLayout::stops()
{
    std::stop_source source;
    source.request_stop();
    LayoutCache cache;
    QVERIFY(!layoutNested(blocks(3), {}, cache, {}, source.get_token()));
}

QTEST_APPLESS_MAIN(TestNestedLayout)
#include "tst_nestedlayout.moc"
