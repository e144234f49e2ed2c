// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/scopetree.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace weightless::widgets;

namespace {

using Edges = std::vector<std::pair<int, int>>;

// "a{b c}" pictures: names of groups in braces, nodes as numbers.
std::string picture(const ScopeTree& tree, int group = 0)
{
    const ScopeGroup& scope = tree.groups[static_cast<std::size_t>(group)];
    std::string text;
    for (int child : scope.groups) {
        const ScopeGroup& below = tree.groups[static_cast<std::size_t>(child)];
        const std::string name =
            below.kind == ScopeKind::Section ? '#' + std::to_string(below.sectionNumber) : below.name;
        text += (text.empty() ? "" : " ") + name + '{' + picture(tree, child) + '}';
    }
    for (int node : scope.nodes)
        text += (text.empty() ? "" : " ") + std::to_string(node);
    return text;
}

// Every node in one group, counts right, parents first, no group of one.
void verifyTree(const ScopeTree& tree, std::size_t nodes, std::size_t maxChildren)
{
    std::vector<int> seen(nodes, 0);
    for (std::size_t g = 0; g < tree.groups.size(); ++g) {
        const ScopeGroup& group = tree.groups[g];
        QVERIFY(g == 0 || (group.parent >= 0 && static_cast<std::size_t>(group.parent) < g));
        int count = static_cast<int>(group.nodes.size());
        for (int child : group.groups) {
            QCOMPARE(tree.groups[static_cast<std::size_t>(child)].parent, static_cast<int>(g));
            QCOMPARE(tree.groups[static_cast<std::size_t>(child)].depth, group.depth + 1);
            count += tree.groups[static_cast<std::size_t>(child)].nodeCount;
        }
        QCOMPARE(group.nodeCount, count);
        if (g > 0 && group.kind == ScopeKind::Named)
            QVERIFY(count >= 2 && group.nodes.size() + group.groups.size() >= 2);
        QVERIFY(group.nodes.size() + group.groups.size() <= maxChildren);
        for (int node : group.nodes) {
            QCOMPARE(tree.groupOfNode[static_cast<std::size_t>(node)], static_cast<int>(g));
            ++seen[static_cast<std::size_t>(node)];
        }
    }
    QVERIFY(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
}

} // namespace

class TestScopeTree : public QObject {
    Q_OBJECT

private slots:
    void nestsByNames();
    void mergesChainsAndDissolvesSingles();
    void takesDotsWhereThereAreNoSlashes();
    void keepsPortsAtTheRoot();
    void cutsUnnamedGraphsAtNarrowPlaces();
    void cutsAgainWhereSectionsAreMany();
    void boundsHostileNames();
    void holdsForRandomNames();
    void ordersTopologically();
};

void TestScopeTree::nestsByNames()
{
    const std::vector<std::string> names {"/conv_in/Conv", "/down.0/res.0/Conv", "/down.0/res.0/Add",
        "/down.0/res.1/Conv", "/down.0/res.1/Add", "/down.0/Concat"};
    const ScopeTree tree = buildScopeTree(names, Edges {});
    QCOMPARE(picture(tree), std::string("down.0{res.0{1 2} res.1{3 4} 5} 0"));
    QCOMPARE(tree.groups[2].path, std::string("down.0/res.0"));
}

void TestScopeTree::mergesChainsAndDissolvesSingles()
{
    const std::vector<std::string> names {"/a/b/c/Mul", "/a/b/c/Add", "/x/only/Relu", "/a/b/c/d/Last", "Top"};
    QCOMPARE(picture(buildScopeTree(names, Edges {})), std::string("a/b/c{0 1 3} 2 4"));
    // A node whose name is the scope of another.
    QCOMPARE(picture(buildScopeTree(std::vector<std::string> {"a/b", "a/b/c", "a/b/d"}, Edges {})),
        std::string("a{b{1 2} 0}"));
    QCOMPARE(
        picture(buildScopeTree(std::vector<std::string> {"a/b", "a/b/c"}, Edges {})), std::string("a{0 1}"));
}

void TestScopeTree::takesDotsWhereThereAreNoSlashes()
{
    const std::vector<std::string> names {"layers.0.q", "layers.0.k", "layers.1.q", "layers.1.k"};
    QCOMPARE(picture(buildScopeTree(names, Edges {})), std::string("layers{0{0 1} 1{2 3}}"));
}

void TestScopeTree::keepsPortsAtTheRoot()
{
    const std::vector<std::string> names {"past/0/key", "past/0/value", "m/a", "m/b"};
    QCOMPARE(picture(buildScopeTree(names, Edges {}, {true, true, false, false})), std::string("m{2 3} 0 1"));
}

void TestScopeTree::cutsUnnamedGraphsAtNarrowPlaces()
{
    // Blocks of eight with many edges inside and one between them.
    Edges edges;
    constexpr int blocks = 12;
    for (int b = 0; b < blocks; ++b) {
        for (int i = 1; i < 8; ++i) {
            edges.emplace_back(8 * b, 8 * b + i);
            edges.emplace_back(8 * b + i - 1, 8 * b + i);
        }
        if (b > 0)
            edges.emplace_back(8 * b - 1, 8 * b);
    }
    ScopeOptions options;
    options.maxChildren = 18;
    const ScopeTree tree = buildScopeTree(std::vector<std::string>(8 * blocks), edges, {}, options);
    verifyTree(tree, 8 * blocks, 18);
    for (const ScopeGroup& group : tree.groups) {
        if (group.kind == ScopeKind::Section)
            QCOMPARE(group.nodes.front() % 8, 0);
    }
}

void TestScopeTree::cutsAgainWhereSectionsAreMany()
{
    ScopeOptions options;
    options.maxChildren = 4;
    const ScopeTree tree = buildScopeTree(std::vector<std::string>(300), Edges {}, {}, options);
    verifyTree(tree, 300, 4);
}

void TestScopeTree::boundsHostileNames()
{
    std::string deep;
    for (int i = 0; i < 20'000; ++i)
        deep += "/s" + std::to_string(i % 7);
    std::vector<std::string> names {deep + "/a", deep + "/b", "////", "/", "", "a//b///c", deep};
    const ScopeTree tree = buildScopeTree(names, Edges {{-4, 2}, {0, 99}, {0, 0}});
    verifyTree(tree, names.size(), 500);
    for (const ScopeGroup& group : tree.groups)
        QVERIFY(group.depth <= 24);
}

void TestScopeTree::holdsForRandomNames()
{
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        const std::size_t count = 1 + random() % 400;
        std::vector<std::string> names;
        Edges edges;
        for (std::size_t i = 0; i < count; ++i) {
            std::string name;
            for (unsigned part = random() % 7; part-- > 0;)
                name += std::string(random() % 4 == 0 ? "//" : "/") + static_cast<char>('a' + random() % 3);
            names.push_back(name);
            edges.emplace_back(static_cast<int>(random() % count), static_cast<int>(random() % count));
        }
        ScopeOptions options;
        options.maxChildren = 3 + static_cast<int>(random() % 40);
        verifyTree(
            buildScopeTree(names, edges, {}, options), count, static_cast<std::size_t>(options.maxChildren));
    }
}

void TestScopeTree::ordersTopologically()
{
    const std::vector<int> order = stableTopologicalOrder(4, Edges {{3, 0}, {0, 1}, {1, 0}, {7, 1}});
    QCOMPARE(std::set<int>(order.begin(), order.end()).size(), std::size_t {4});
    const auto place = [&](int node) { return std::find(order.begin(), order.end(), node) - order.begin(); };
    QVERIFY(place(3) < place(0));
}

QTEST_APPLESS_MAIN(TestScopeTree)
#include "tst_scopetree.moc"
