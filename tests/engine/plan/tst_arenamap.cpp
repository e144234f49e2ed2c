// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/arenamap.h"
#include "engine/plan/plan.h"
#include "tests/engine/plan/randomflow.h"

#include <QTest>

#include <utility>

using namespace weightless;
using namespace weightless::plan;

namespace {

struct Place {
    Home home;
    uint64_t offsetBytes;
    uint64_t sizeBytes;
};

// Steps are copies between tensors.
Plan planOf(const std::vector<Place>& tensors, const std::vector<std::pair<uint32_t, uint32_t>>& copies)
{
    Plan plan;
    for (const Place& place : tensors) {
        PlanTensor tensor;
        tensor.home = place.home;
        tensor.offsetBytes = place.offsetBytes;
        tensor.sizeBytes = place.sizeBytes;
        plan.tensors.push_back(tensor);
        if (place.home == Home::Arena) {
            plan.arenaBytes = std::max(plan.arenaBytes, place.offsetBytes + place.sizeBytes);
        }
    }
    for (const auto& [from, to] : copies) {
        CopyStep copy;
        copy.from.id = from;
        copy.to.id = to;
        plan.steps.push_back({copy, "node" + std::to_string(plan.steps.size()), "Copy"});
    }
    return plan;
}

void compare(const ArenaBlock& block, const ArenaBlock& expected)
{
    QCOMPARE(block.offsetBytes, expected.offsetBytes);
    QCOMPARE(block.sizeBytes, expected.sizeBytes);
    QCOMPARE(block.first, expected.first);
    QCOMPARE(block.last, expected.last);
}

} // namespace

class ArenaMapTest : public QObject {
    Q_OBJECT

private slots:
    void valuesLiveUntilTheyAreReadLast()
    {
        const ArenaMap map =
            arenaMapOf(planOf({{Home::Input, 0, 100}, {Home::Arena, 0, 100}, {Home::Arena, 100, 60},
                                  {Home::Arena, 0, 90}, {Home::Output, 0, 90}, {Home::Arena, 0, 0}},
                {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 5}}));
        QCOMPARE(map.blocks.size(), size_t {3});
        compare(map.blocks[0], {0, 100, 0, 1});
        compare(map.blocks[1], {100, 60, 1, 2});
        compare(map.blocks[2], {0, 90, 2, 3}); // the same place again
        QCOMPARE(map.peakStep(), size_t {1});
        QCOMPARE(map.steps[1].liveBytes, uint64_t {160});
        QCOMPARE(map.steps[1].node, std::string("node1"));
        QCOMPARE(map.steps[4].liveBytes, uint64_t {0});
        QCOMPARE(map.sizeBytes, uint64_t {160});
        QCOMPARE(arenaMapOf({}).peakStep(), size_t {0});
    }

    // A view is a part of what it looks at, and keeps it.
    void viewsKeepTheirOwners()
    {
        const ArenaMap map =
            arenaMapOf(planOf({{Home::Input, 0, 100}, {Home::Arena, 0, 100}, {Home::Arena, 40, 20},
                                  {Home::Arena, 100, 20}, {Home::Output, 0, 20}},
                {{0, 1}, {0, 3}, {2, 4}}));
        QCOMPARE(map.blocks.size(), size_t {2});
        compare(map.blocks[0], {0, 100, 0, 2});
        compare(map.blocks[1], {100, 20, 1, 1});
    }

    // What is written in parts and read as a whole is one thing, from its first part on.
    void partsBecomeAWhole()
    {
        const ArenaMap map =
            arenaMapOf(planOf({{Home::Input, 0, 50}, {Home::Arena, 0, 50}, {Home::Arena, 50, 50},
                                  {Home::Arena, 0, 100}, {Home::Output, 0, 100}},
                {{0, 1}, {0, 2}, {3, 4}}));
        QCOMPARE(map.blocks.size(), size_t {1});
        compare(map.blocks[0], {0, 100, 0, 2});
    }

    // The bytes are there once, whoever has them in the step that reads and writes them.
    void aResultInItsInputsPlaceCountsOnce()
    {
        const ArenaMap map =
            arenaMapOf(planOf({{Home::Input, 0, 100}, {Home::Arena, 0, 100}, {Home::Arena, 0, 100},
                                  {Home::Arena, 100, 40}, {Home::Output, 0, 140}},
                {{0, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 4}}));
        QCOMPARE(map.blocks.size(), size_t {3});
        compare(map.blocks[0], {0, 100, 0, 0});
        compare(map.blocks[1], {0, 100, 1, 3});
        compare(map.blocks[2], {100, 40, 2, 4});
        const std::vector<uint64_t> expected {100, 100, 140, 140, 40};
        for (size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(map.steps[i].liveBytes, expected[i]);
        }
    }

    void whatIsLiveFitsTheArena_data()
    {
        QTest::addColumn<uint32_t>("stepsAhead");
        QTest::addColumn<bool>("joins");
        QTest::newRow("in turn") << 0u << false;
        QTest::newRow("side by side") << 16u << false;
        QTest::newRow("put together") << 0u << true;
    }
    void whatIsLiveFitsTheArena()
    {
        QFETCH(const uint32_t, stepsAhead);
        QFETCH(const bool, joins);
        for (uint32_t seed = 0; seed < 400; ++seed) {
            const auto plan = testing::RandomFlow(seed, joins).make({.stepsAhead = stepsAhead});
            const ArenaMap map = arenaMapOf(*plan);
            for (size_t i = 0; i < map.steps.size(); ++i) {
                QVERIFY2(map.steps[i].liveBytes <= plan->arenaBytes,
                    qPrintable(QStringLiteral("seed %1, step %2: %3 of %4 bytes")
                                   .arg(seed)
                                   .arg(i)
                                   .arg(map.steps[i].liveBytes)
                                   .arg(plan->arenaBytes)));
            }
        }
    }
};

QTEST_APPLESS_MAIN(ArenaMapTest)
#include "tst_arenamap.moc"
