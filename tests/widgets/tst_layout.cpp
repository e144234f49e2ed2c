// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/syntheticgraphs.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

using namespace weightless::widgets;
using weightless::widgets::tests::networkLike;

class TestLayout : public QObject {
    Q_OBJECT

private slots:
    void keepsNodesApart_data();
    void keepsNodesApart();
    void ranksRespectEdges();
    void routesConnectBorders();
    void routesKeepClearOfNodes();
    void drawsAChainStraight();
    void removesCrossings();
    void survivesOddGraphs();
    void pinsStandAtTheBorders();
    void isDeterministic();
    void refusesBadInput();
    void staysInsideItsBounds();
    void laysOutTenThousandNodes();
    void usesAGridAboveTheLimit();
    void stopsMidway();
};

namespace {

bool overlap(const LayoutGraph& graph, const LayoutResult& result, std::size_t a, std::size_t b)
{
    constexpr double slack = 1e-6;
    const auto& p = result.positions[a];
    const auto& q = result.positions[b];
    return p.x + graph.sizes[a].width > q.x + slack && q.x + graph.sizes[b].width > p.x + slack
        && p.y + graph.sizes[a].height > q.y + slack && q.y + graph.sizes[b].height > p.y + slack;
}

int overlaps(const LayoutGraph& graph, const LayoutResult& result)
{
    std::vector<std::size_t> byTop(graph.sizes.size());
    for (std::size_t i = 0; i < byTop.size(); ++i)
        byTop[i] = i;
    std::sort(byTop.begin(), byTop.end(),
        [&](std::size_t a, std::size_t b) { return result.positions[a].y < result.positions[b].y; });
    int count = 0;
    for (std::size_t i = 0; i < byTop.size(); ++i) {
        const double bottom = result.positions[byTop[i]].y + graph.sizes[byTop[i]].height;
        for (std::size_t k = i + 1; k < byTop.size() && result.positions[byTop[k]].y < bottom; ++k)
            count += overlap(graph, result, byTop[i], byTop[k]) ? 1 : 0;
    }
    return count;
}

} // namespace

void TestLayout::keepsNodesApart_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<double>("branches");
    QTest::addColumn<int>("reach");
    for (int nodes : {1, 2, 7, 60, 400, 1500}) {
        for (double branches : {0.0, 0.4, 2.0})
            QTest::addRow("%d nodes, %.1f branches", nodes, branches) << nodes << branches << 30;
    }
    QTest::newRow("edges over everything") << 800 << 0.5 << 800;
}

void TestLayout::keepsNodesApart()
{
    QFETCH(int, nodes);
    QFETCH(double, branches);
    QFETCH(int, reach);
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const LayoutGraph graph = networkLike(nodes, seed, branches, reach);
        const auto result = layoutGraph(graph);
        QVERIFY(result);
        QCOMPARE(result->positions.size(), graph.sizes.size());
        QCOMPARE(overlaps(graph, *result), 0);
    }
}

void TestLayout::ranksRespectEdges()
{
    const LayoutGraph graph = networkLike(700, 11);
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    for (const LayoutEdge& edge : graph.edges) {
        const auto from = static_cast<std::size_t>(edge.from);
        const auto to = static_cast<std::size_t>(edge.to);
        QVERIFY(result->ranks[from] < result->ranks[to]);
        QVERIFY(result->positions[from].y + graph.sizes[from].height < result->positions[to].y);
    }
}

void TestLayout::routesConnectBorders()
{
    LayoutGraph graph = networkLike(300, 5);
    graph.edges.front().fromOffset = 10;
    graph.edges.front().toOffset = -12;
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto route = result->route(e);
        QVERIFY(route.size() >= 2);
        const auto from = static_cast<std::size_t>(graph.edges[e].from);
        const auto to = static_cast<std::size_t>(graph.edges[e].to);
        QCOMPARE(route.front().x,
            result->positions[from].x + graph.sizes[from].width / 2 + graph.edges[e].fromOffset);
        QCOMPARE(route.front().y, result->positions[from].y + graph.sizes[from].height);
        QCOMPARE(
            route.back().x, result->positions[to].x + graph.sizes[to].width / 2 + graph.edges[e].toOffset);
        QCOMPARE(route.back().y, result->positions[to].y);
        for (std::size_t i = 1; i < route.size(); ++i)
            QVERIFY(route[i].y >= route[i - 1].y);
    }
}

// Vertical pieces pass nodes at a distance; between ranks there are no nodes.
void TestLayout::routesKeepClearOfNodes()
{
    const LayoutGraph graph = networkLike(250, 8);
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (result->isDirect[e])
            continue;
        const auto route = result->route(e);
        for (std::size_t i = 0; i + 1 < route.size(); ++i) {
            if (route[i].x != route[i + 1].x)
                continue;
            for (std::size_t node = 0; node < graph.sizes.size(); ++node) {
                const auto& corner = result->positions[node];
                const bool isInside = route[i].x > corner.x && route[i].x < corner.x + graph.sizes[node].width
                    && route[i].y < corner.y + graph.sizes[node].height - 1e-6
                    && route[i + 1].y > corner.y + 1e-6;
                QVERIFY2(!isInside, qPrintable(QString::number(e)));
            }
        }
    }
}

void TestLayout::drawsAChainStraight()
{
    LayoutGraph graph;
    for (int i = 0; i < 20; ++i)
        graph.sizes.push_back({40.0 + 13 * (i % 5), 30});
    for (int i = 1; i < 20; ++i)
        graph.edges.push_back({i - 1, i});
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    for (std::size_t i = 1; i < 20; ++i)
        QCOMPARE(result->positions[i].x + graph.sizes[i].width / 2,
            result->positions[0].x + graph.sizes[0].width / 2);
}

void TestLayout::removesCrossings()
{
    // A ladder, its rungs handed over in the worst order.
    LayoutGraph graph;
    constexpr int width = 8;
    graph.sizes.assign(2 * width, {40, 20});
    for (int i = 0; i < width; ++i)
        graph.edges.push_back({i, 2 * width - 1 - i});
    for (int i = 0; i + 1 < width; ++i)
        graph.edges.push_back({i, 2 * width - 2 - i});
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    QCOMPARE(countRouteCrossings(graph, *result), 0);
}

void TestLayout::survivesOddGraphs()
{
    const auto empty = layoutGraph({});
    QVERIFY(empty);
    QCOMPARE(empty->positions.size(), std::size_t {0});
    QCOMPARE(empty->width, 0.0);

    LayoutGraph odd;
    odd.sizes.assign(9, {50, 20});
    // A self loop, a cycle of two, a cycle of three, a double edge; 7 and 8 stand alone.
    odd.edges = {{0, 0}, {1, 2}, {2, 1}, {3, 4}, {4, 5}, {5, 3}, {5, 6}, {5, 6}};
    const auto result = layoutGraph(odd);
    QVERIFY(result);
    QCOMPARE(overlaps(odd, *result), 0);
    for (std::size_t e = 0; e < odd.edges.size(); ++e)
        QVERIFY(result->route(e).size() >= 2);
    QCOMPARE(result->route(0).size(), std::size_t {4});
    // What is turned around ends at its own target all the same.
    const auto back = result->route(2);
    QCOMPARE(back.back().x, result->positions[1].x + 25);

    LayoutGraph broken;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    broken.sizes = {{-5, 10}, {nan, nan}, {std::numeric_limits<double>::infinity(), 3}, {20, 20}};
    broken.edges = {{0, 1, nan, 1e300}, {1, 2}, {2, 3}};
    const auto clean = layoutGraph(broken);
    QVERIFY(clean);
    for (const LayoutPoint& position : clean->positions)
        QVERIFY(std::isfinite(position.x) && std::isfinite(position.y));
    for (const LayoutPoint& point : clean->routePoints)
        QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
}

void TestLayout::pinsStandAtTheBorders()
{
    LayoutGraph graph = networkLike(40, 2);
    const int port = 40;
    graph.sizes.push_back({10, 0});
    graph.sizes.push_back({10, 0});
    graph.edges.push_back({port, 30});
    graph.edges.push_back({3, port + 1});
    graph.pins.assign(42, RankPin::Free);
    graph.pins[40] = RankPin::First;
    graph.pins[41] = RankPin::Last;
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    QCOMPARE(result->ranks[40], 0);
    QCOMPARE(result->ranks[41], *std::max_element(result->ranks.begin(), result->ranks.end()));
    QCOMPARE(result->positions[40].y, 0.0);
    QCOMPARE(result->positions[41].y, result->height);
}

void TestLayout::isDeterministic()
{
    const LayoutGraph graph = networkLike(600, 21, 0.8);
    const auto first = layoutGraph(graph);
    const auto second = layoutGraph(graph);
    QVERIFY(first && second);
    QVERIFY(first->positions == second->positions);
    QVERIFY(first->routePoints == second->routePoints);
    QVERIFY(first->routeBegin == second->routeBegin);
}

void TestLayout::refusesBadInput()
{
    LayoutGraph graph;
    graph.sizes.assign(2, {10, 10});
    for (const LayoutEdge& edge : {LayoutEdge {0, 2}, LayoutEdge {-1, 0}, LayoutEdge {5, 5}}) {
        graph.edges = {edge};
        QVERIFY_EXCEPTION_THROWN(layoutGraph(graph), std::invalid_argument);
    }
    graph.edges.clear();
    graph.pins.assign(1, RankPin::Free);
    QVERIFY_EXCEPTION_THROWN(layoutGraph(graph), std::invalid_argument);
}

void TestLayout::staysInsideItsBounds()
{
    const LayoutGraph graph = networkLike(500, 4, 0.6, 200);
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    for (std::size_t i = 0; i < graph.sizes.size(); ++i) {
        QVERIFY(result->positions[i].x >= -1e-6 && result->positions[i].y >= -1e-6);
        QVERIFY(result->positions[i].x + graph.sizes[i].width <= result->width + 1e-6);
        QVERIFY(result->positions[i].y + graph.sizes[i].height <= result->height + 1e-6);
    }
    for (const LayoutPoint& point : result->routePoints)
        QVERIFY(point.x >= -1e-6 && point.x <= result->width + 1e-6 && point.y <= result->height + 1e-6);
}

void TestLayout::laysOutTenThousandNodes()
{
    const LayoutGraph graph = networkLike(10'000, 1);
    const auto result = layoutGraph(graph);
    QVERIFY(result);
    QVERIFY(!result->isGrid);
    QCOMPARE(overlaps(graph, *result), 0);
}

void TestLayout::usesAGridAboveTheLimit()
{
    const LayoutGraph graph = networkLike(3000, 6);
    LayoutOptions options;
    options.layeredLimit = 1000;
    const auto result = layoutGraph(graph, options);
    QVERIFY(result);
    QVERIFY(result->isGrid);
    QCOMPARE(overlaps(graph, *result), 0);
}

void TestLayout::stopsMidway()
{
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(!layoutGraph(networkLike(20'000, 3), {}, stopped.get_token()));

    const LayoutGraph graph = networkLike(45'000, 3, 0.5, 300);
    std::stop_source source;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        source.request_stop();
    });
    const auto result = layoutGraph(graph, {}, source.get_token());
    stopper.join();
    QVERIFY(!result);
}

QTEST_APPLESS_MAIN(TestLayout)
#include "tst_layout.moc"
