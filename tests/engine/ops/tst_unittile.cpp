// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/unittile.h"
#include "tests/engine/ops/recordedcards.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops::attention;
using vulkan::DeviceTraits;
using vulkan::MatrixUnits;

namespace {

constexpr MatrixUnits nvidia {16, 16, 16, {32}};
constexpr MatrixUnits intel {8, 8, 16, {8}};

DeviceTraits card(uint32_t sharedBytes, uint32_t processors)
{
    DeviceTraits traits;
    traits.maxSharedMemoryBytes = sharedBytes;
    traits.maxWorkGroupInvocations = 1024;
    traits.processors = processors;
    return traits;
}

AttentionSizes sizesOf(int64_t matrices, int64_t m, int64_t n, int64_t head, bool isTransposed = false)
{
    AttentionSizes s;
    s.matrices = matrices;
    s.m = m;
    s.n = n;
    s.depth = s.width = head;
    s.isTransposed = isTransposed;
    return s;
}

std::optional<UnitTile> tileOn(const DeviceTraits& device, const AttentionSizes& s)
{
    return unitTileFor(device, nvidia, s);
}

} // namespace

class TestUnitTile : public QObject {
    Q_OBJECT

private slots:
    // Of a card with 132 processors and 48 KiB.
    void sizesChooseTheTile()
    {
        const DeviceTraits h100 = card(49152, 132);
        // A UNet's own and crossed attention, of two images.
        QCOMPARE(tileOn(h100, sizesOf(16, 4096, 4096, 40)), (UnitTile {64, 64, 2, true, true}));
        QCOMPARE(tileOn(h100, sizesOf(16, 4096, 77, 40)), (UnitTile {64, 32, 2, true, true}));
        QCOMPARE(tileOn(h100, sizesOf(16, 1024, 1024, 80)), (UnitTile {64, 64, 2, true, true}));
        QCOMPARE(tileOn(h100, sizesOf(16, 256, 256, 160)), (UnitTile {32, 32, 2, true, true}));
        QCOMPARE(tileOn(h100, sizesOf(16, 64, 64, 160)), (UnitTile {32, 32, 2, true, true}));
        // A vision transformer's and a prompt's.
        QCOMPARE(tileOn(h100, sizesOf(12, 197, 197, 64)), (UnitTile {32, 64, 2, true, true}));
        QCOMPARE(tileOn(h100, sizesOf(32, 2048, 2048, 128)), (UnitTile {64, 64, 2, false, true}));
        QCOMPARE(tileOn(h100, sizesOf(16, 2048, 2048, 256)), (UnitTile {64, 32, 2, false, false}));
    }

    void rowsFillProcessors()
    {
        const auto rowsOf = [](uint32_t processors, int64_t matrices, int64_t m) {
            return tileOn(card(49152, processors), sizesOf(matrices, m, 1024, 64))->rows;
        };
        QCOMPARE(rowsOf(132, 1, 4096), 32u); // 64 groups, or 128
        QCOMPARE(rowsOf(132, 2, 4096), 64u); // 128, or two for nearly each processor
        QCOMPARE(rowsOf(132, 3, 4096), 32u); // 192, of which some processors have two, or 384
        QCOMPARE(rowsOf(28, 64, 20), 32u);
        QCOMPARE(rowsOf(28, 64, 60), 64u);
        QCOMPARE(rowsOf(0, 1, 20), 32u);
        QCOMPARE(rowsOf(0, 1, 4096), 64u);
    }

    void narrowSubgroupsShareTheRows()
    {
        const DeviceTraits arc = card(65536, 32);
        const AttentionSizes s = sizesOf(16, 4096, 4096, 40);
        QCOMPARE(unitTileFor(arc, intel, s), (UnitTile {64, 64, 1, true, true}));
        MatrixUnits few = intel;
        few.subgroups.mostInGroup = 4;
        QCOMPARE(unitTileFor(arc, few, s)->rows, 32u);
        few.subgroups.mostInGroup = 3;
        QVERIFY(!unitTileFor(arc, few, s));
        DeviceTraits small = arc;
        small.maxWorkGroupInvocations = 32;
        QCOMPARE(unitTileFor(small, intel, s)->rows, 32u);
    }

    void notAllUnitsAndHeadsHaveTiles()
    {
        const DeviceTraits h100 = card(49152, 132);
        const AttentionSizes s = sizesOf(16, 256, 256, 64);
        QVERIFY(!unitTileFor(h100, {32, 16, 16, {32}}, s));
        QVERIFY(!unitTileFor(h100, {16, 32, 16, {32}}, s));
        QVERIFY(!unitTileFor(h100, {16, 16, 32, {32}}, s));
        QVERIFY(unitTileFor(h100, {16, 8, 8, {32}}, s));
        QVERIFY(!tileOn(h100, sizesOf(16, 256, 256, 257)));
        QVERIFY(!tileOn(card(4096, 132), s));
        QVERIFY(tileOn(card(16384, 132), s));
    }

    // Arc's second generation: tiles of many keys all the same, and nothing that waits in registers.
    void sharedRegistersHoldNothingAhead()
    {
        const vulkan::MatrixUnits arc {8, 16, 16, {.size = 16, .registers = 128}};
        const DeviceTraits device = card(49152, 20);
        for (const int64_t head : {64, 128}) {
            const auto tile = unitTileFor(device, arc, sizesOf(16, 4096, 4096, head));
            QVERIFY(tile && tile->keys == 64 && !tile->isAhead);
            QVERIFY(unitTileFor(device, {8, 16, 16, {16}}, sizesOf(16, 4096, 4096, head))->isAhead);
        }
        QCOMPARE(unitTileFor(device, arc, sizesOf(16, 4096, 77, 64))->keys, 32u);
    }

    // Whatever is chosen has room, and what several work groups can share is left alone.
    void tilesFitTheirDevices()
    {
        for (const testing::RecordedCard& recorded : testing::recordedCards()) {
            const DeviceTraits& device = recorded.traits;
            if (!device.matrixUnits) {
                continue;
            }
            for (const int64_t head : {1, 33, 40, 64, 72, 80, 128, 160, 200, 256}) {
                for (const bool isTransposed : {false, true}) {
                    const AttentionSizes s = sizesOf(16, 500, 500, head, isTransposed);
                    const auto tile = unitTileFor(device, *device.matrixUnits, s);
                    QVERIFY2(tile, device.name.c_str());
                    const uint64_t bytes = sharedBytesOf(*device.matrixUnits, s, *tile);
                    QVERIFY2(bytes <= device.maxSharedMemoryBytes, device.name.c_str());
                    QVERIFY2(bytes <= 32 * KiB, device.name.c_str());
                }
            }
        }
    }

    // What the kernel declares, counted by hand.
    void sharedMemoryIsKnown()
    {
        const AttentionSizes s = sizesOf(16, 4096, 4096, 40);
        constexpr uint64_t rows = 64 * (64 + 8) * 2 + 64 * 2 * 4; // weights, and the two parts of a row
        constexpr uint64_t values = 64 * (48 + 8) * 2;
        QCOMPARE(sharedBytesOf(nvidia, s, {64, 64, 2, true, true}), rows + 2 * values);
        QCOMPARE(sharedBytesOf(nvidia, s, {64, 64, 2, false, true}), rows + values);
        const AttentionSizes transposed = sizesOf(16, 4096, 4096, 40, true);
        QCOMPARE(
            sharedBytesOf(nvidia, transposed, {64, 64, 2, true, true}), rows + values + 48 * (64 + 8) * 2);
        // Rows of five eights need no gap, and lanes that have a row each have no parts but one.
        QCOMPARE(sharedBytesOf(intel, s, {32, 32, 1, true, true}),
            uint64_t {32 * (32 + 8) * 2 + 32 * 4 + 32 * (48 + 8) * 2 + 32 * 40 * 2});
    }
};

QTEST_APPLESS_MAIN(TestUnitTile)
#include "tst_unittile.moc"
