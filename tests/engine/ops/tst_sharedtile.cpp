// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/sharedtile.h"
#include "tests/engine/ops/recordedcards.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using product::ProductSizes;
using product::SharedTile;
using product::sharedTileFor;
using vulkan::DeviceTraits;

namespace {

DeviceTraits cardOf(uint32_t processors, uint32_t sharedBytes = 49152)
{
    DeviceTraits traits;
    traits.processors = processors;
    traits.maxSharedMemoryBytes = sharedBytes;
    traits.maxWorkGroupInvocations = 1024;
    return traits;
}

} // namespace

class TestSharedTile : public QObject {
    Q_OBJECT

private slots:
    void sizesChooseTheEdge_data()
    {
        QTest::addColumn<uint64_t>("rows");
        QTest::addColumn<uint64_t>("columns");
        QTest::addColumn<uint64_t>("batch");
        QTest::addColumn<std::array<uint32_t, 4>>("edges"); // with 28, 60, 132 and unknown processors
        const auto add = [](uint64_t rows, uint64_t columns, uint64_t batch, std::array<uint32_t, 4> edges) {
            QTest::addRow("%d x %d, %d times", int(rows), int(columns), int(batch))
                << rows << columns << batch << edges;
        };
        add(4096, 4096, 1, {128, 128, 128, 128});
        // Convolutions of a UNet's step for two images, of 64, 32 and 16 pixels squared.
        add(320, 8192, 1, {128, 128, 64, 128});
        add(640, 2048, 1, {128, 128, 64, 128});
        add(1280, 512, 1, {128, 64, 64, 64});
        add(1280, 128, 1, {64, 64, 64, 64});
        // Of ResNet-50: half of a tile of 128 would be empty.
        add(64, 12544, 1, {64, 64, 64, 64});
        add(256, 3136, 1, {128, 128, 64, 128});
        add(2048, 49, 1, {64, 64, 64, 64});
        // Of ViT-B.
        add(197, 768, 1, {64, 64, 64, 64});
        add(197, 3072, 1, {128, 128, 64, 128});
        // Few rows, and many small matrices.
        add(9, 3072, 1, {32, 64, 64, 32});
        add(9, 32000, 1, {32, 32, 32, 32});
        add(24, 24, 1000, {32, 32, 32, 32});
        add(3, 5, 1, {64, 64, 64, 64});
    }

    void sizesChooseTheEdge()
    {
        QFETCH(const uint64_t, rows);
        QFETCH(const uint64_t, columns);
        QFETCH(const uint64_t, batch);
        using Edges = std::array<uint32_t, 4>;
        QFETCH(const Edges, edges);
        constexpr std::array processors {28u, 60u, 132u, 0u};
        for (size_t i = 0; i < processors.size(); ++i) {
            QCOMPARE(sharedTileFor(cardOf(processors[i]), {rows, columns, batch}).edge, edges[i]);
        }
    }

    void invocationsFollowTheEdge()
    {
        QCOMPARE(sharedTileFor(cardOf(28), {}, 32), (SharedTile {32, 64, 2}));
        QCOMPARE(sharedTileFor(cardOf(28), {}, 64), (SharedTile {64, 256, 2}));
        QCOMPARE(sharedTileFor(cardOf(28), {}, 128), (SharedTile {128, 256, 2}));
    }

    // The largest tile's 64 sums leave an invocation of Intel's without registers for the rest.
    void fewRegistersTakeSmallerTiles()
    {
        vulkan::DeviceTraits card = cardOf(28);
        QCOMPARE(sharedTileFor(card, {4096, 4096, 1}).edge, 128u);
        card.mostRegisters = 128;
        QCOMPARE(sharedTileFor(card, {4096, 4096, 1}).edge, 64u);
        QCOMPARE(sharedTileFor(card, {4096, 4096, 1}, 128).edge, 128u);
    }

    // What every device has holds one step; 32 KiB hold two.
    void memoryHoldsOneStepOrTwo()
    {
        QCOMPARE(sharedTileFor(cardOf(28, 16384), {}, 128), (SharedTile {128, 256, 1}));
        QCOMPARE(sharedTileFor(cardOf(28, 16384), {}, 64), (SharedTile {64, 256, 1}));
        QCOMPARE(sharedTileFor(cardOf(28, 16384), {}, 32), (SharedTile {32, 64, 2}));
        QCOMPARE(sharedTileFor(cardOf(28, 32768), {}, 128), (SharedTile {128, 256, 2}));
        QCOMPARE(sharedTileFor(cardOf(28, 32768), {}, 64), (SharedTile {64, 256, 2}));
        // Of doubles: no invocation holds 64 sums of them.
        const product::ProductSizes large {4096, 4096, 1};
        QCOMPARE(sharedTileFor(cardOf(28), large, std::nullopt, 8), (SharedTile {64, 256, 2}));
        QCOMPARE(sharedTileFor(cardOf(28, 32768), large, std::nullopt, 8), (SharedTile {64, 256, 1}));
        QCOMPARE(sharedTileFor(cardOf(28, 16384), large, std::nullopt, 8), (SharedTile {32, 64, 2}));
    }

    void everyCardRunsEveryTile()
    {
        for (const testing::RecordedCard& recorded : testing::recordedCards()) {
            for (const uint32_t edge : {32u, 64u, 128u}) {
                const SharedTile tile = sharedTileFor(recorded.traits, {}, edge);
                QVERIFY2(tile.invocations <= recorded.traits.maxWorkGroupInvocations && tile.buffers == 2,
                    recorded.traits.name.c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSharedTile)
#include "tst_sharedtile.moc"
