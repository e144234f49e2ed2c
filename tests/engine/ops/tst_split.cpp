// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/split.h"

#include <QTest>

#include <limits>

using namespace weightless;
using ops::product::mostSplitsFor;
using ops::product::splitsFor;
using ops::product::SplitSizes;

class TestSplit : public QObject {
    Q_OBJECT

private slots:
    void idleProcessorsGetAPart_data()
    {
        QTest::addColumn<uint64_t>("tiles");
        QTest::addColumn<uint64_t>("depth");
        QTest::addColumn<uint32_t>("splits");
        QTest::newRow("as many tiles as processors") << uint64_t {132} << uint64_t {8192} << 1u;
        QTest::newRow("more than two thirds") << uint64_t {89} << uint64_t {8192} << 1u;
        QTest::newRow("two thirds") << uint64_t {88} << uint64_t {8192} << 3u;
        QTest::newRow("half") << uint64_t {66} << uint64_t {8192} << 2u;
        QTest::newRow("a third") << uint64_t {44} << uint64_t {8192} << 3u;
        QTest::newRow("one tile") << uint64_t {1} << uint64_t {8192} << 8u;
        QTest::newRow("parts of 256 at least") << uint64_t {1} << uint64_t {2048} << 8u;
        QTest::newRow("not deep") << uint64_t {1} << uint64_t {2047} << 1u;
        QTest::newRow("nothing") << uint64_t {0} << uint64_t {8192} << 1u;
    }

    void idleProcessorsGetAPart()
    {
        QFETCH(const uint64_t, tiles);
        QFETCH(const uint64_t, depth);
        vulkan::DeviceTraits card;
        card.processors = 132;
        QTEST(splitsFor(card, {tiles, depth, 4096}, std::numeric_limits<uint64_t>::max()), "splits");
    }

    void partsFitTheBudget()
    {
        vulkan::DeviceTraits card;
        card.processors = 132;
        const SplitSizes sizes {.tiles = 1, .depth = 8192, .results = 4096};
        QCOMPARE(splitsFor(card, sizes, 5 * 4096 * 4), 5u);
        QCOMPARE(splitsFor(card, sizes, 2 * 4096 * 4), 2u);
        QCOMPARE(splitsFor(card, sizes, 2 * 4096 * 4 - 1), 1u);
    }

    // Where the cost chooses: as many as are not short, and as fit.
    void mostParts()
    {
        constexpr uint64_t much = std::numeric_limits<uint64_t>::max();
        QCOMPARE(mostSplitsFor(23'040, 4096, much), 16u);
        QCOMPARE(mostSplitsFor(1279, 4096, much), 4u);
        QCOMPARE(mostSplitsFor(255, 4096, much), 1u);
        QCOMPARE(mostSplitsFor(0, 0, 0), 1u);
        QCOMPARE(mostSplitsFor(23'040, 4096, 5 * 4096 * 4), 5u);
        QCOMPARE(mostSplitsFor(23'040, 4096, 5 * 4096 * 4 - 1), 4u);
        QCOMPARE(mostSplitsFor(23'040, 4096, 4096 * 4 - 1), 1u);
    }

    // A driver that does not say has 32.
    void unknownProcessors()
    {
        const vulkan::DeviceTraits card;
        QCOMPARE(splitsFor(card, {8, 8192, 1}, 4096), 4u);
        QCOMPARE(splitsFor(card, {22, 8192, 1}, 4096), 1u);
    }
};

QTEST_APPLESS_MAIN(TestSplit)
#include "tst_split.moc"
