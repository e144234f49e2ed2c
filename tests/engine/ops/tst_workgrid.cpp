// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/workgrid.h"

#include <QTest>

#include <vector>

using namespace weightless::ops::product;

namespace {

struct Tile {
    uint32_t across = 0;
    uint32_t down = 0;
};

// As bands.glsl has it.
Tile tileOfGroup(uint32_t packed, uint32_t x, uint32_t y)
{
    const uint32_t bandRows = (packed & 7u) + 1;
    const uint32_t blocks = (packed >> 17) + 1;
    const uint32_t blockTiles = packed >> 3 & 16383u;
    return {y % blocks * blockTiles + x / bandRows, y / blocks * bandRows + x % bandRows};
}

} // namespace

class TestWorkGrid : public QObject {
    Q_OBJECT

private slots:
    void everyTileHasOneGroup_data()
    {
        QTest::addColumn<uint32_t>("tilesDown");
        QTest::addColumn<uint32_t>("tilesAcross");
        QTest::addColumn<uint32_t>("mostGroups");
        for (const uint32_t down : {1u, 2u, 8u, 9u, 17u}) {
            for (const uint32_t across : {1u, 5u, 40u, 41u, 79u}) {
                for (const uint32_t most : {1u, 3u, 8u, 40u, 320u, 65'535u}) {
                    QTest::addRow("%u x %u tiles, %u groups", down, across, most) << down << across << most;
                }
            }
        }
        QTest::newRow("more than a block may be wide") << 1u << 40'000u << 30'000u;
        QTest::newRow("a large picture on a Radeon") << 2u << 131'072u << 65'535u;
        QTest::newRow("on a GeForce") << 2u << 131'072u << 2'147'483'647u;
    }

    void everyTileHasOneGroup()
    {
        QFETCH(uint32_t, tilesDown);
        QFETCH(uint32_t, tilesAcross);
        QFETCH(uint32_t, mostGroups);
        const WorkGrid grid = workGridFor(tilesDown, tilesAcross, mostGroups);
        const auto [groupsX, groupsY] = grid.groupCount();
        QVERIFY(groupsX <= std::max(mostGroups, grid.bandRows)); // a band is as narrow as it can be
        std::vector<uint32_t> groups(size_t {tilesDown} * tilesAcross);
        for (uint32_t y = 0; y < groupsY; ++y) {
            for (uint32_t x = 0; x < groupsX; ++x) {
                const Tile tile = tileOfGroup(grid.packed(), x, y);
                if (tile.across < tilesAcross && tile.down < tilesDown) {
                    ++groups[size_t {tile.down} * tilesAcross + tile.across];
                }
            }
        }
        QCOMPARE(groups, std::vector<uint32_t>(groups.size(), 1));
    }

    // Groups that find nothing to do are less than a band and a block.
    void hardlyAnyIsForNothing()
    {
        const WorkGrid grid = workGridFor(17, 100'000, 65'535);
        const auto [groupsX, groupsY] = grid.groupCount();
        QCOMPARE(grid, (WorkGrid {.bands = 3, .bandRows = 6, .blocks = 10, .blockTiles = 10'000}));
        QVERIFY(uint64_t {groupsX} * groupsY < 17 * 100'000 * 1.1);
    }
};

QTEST_APPLESS_MAIN(TestWorkGrid)
#include "tst_workgrid.moc"
