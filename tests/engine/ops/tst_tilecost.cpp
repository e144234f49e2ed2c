// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/matrixtile.h"
#include "engine/ops/product/split.h"
#include "engine/ops/product/tilecost.h"

#include <QTest>

#include <array>
#include <vector>

using namespace weightless;
using namespace weightless::ops::product;
using vulkan::DeviceTraits;

namespace {

constexpr std::array processorCounts {28u, 60u, 132u, 0u};
constexpr uint64_t budgetBytes = 32ull << 20; // half of what an operator has

DeviceTraits cardOf(uint32_t processors)
{
    DeviceTraits traits;
    traits.matrixUnits = vulkan::MatrixUnits {16, 16, 16, {32}};
    traits.maxSharedMemoryBytes = 49152;
    traits.maxWorkGroupInvocations = 1024;
    traits.processors = processors;
    return traits;
}

SplitRange allowedFor(const ProductSizes& sizes)
{
    return {.fewest = 1,
        .most = mostSplitsFor(sizes.depth, sizes.rows * sizes.columns * sizes.batch, budgetBytes)};
}

MatrixChoice choiceFor(uint32_t processors, const ProductSizes& sizes)
{
    const DeviceTraits card = cardOf(processors);
    return matrixTileFor(card, *card.matrixUnits, sizes, allowedFor(sizes));
}

// Tiles as gemmmatrix.comp has them.
std::vector<TileWork> tiles()
{
    return {{.rows = 32, .columns = 32, .stepDepth = 32, .invocations = 128, .registers = 7168},
        {.rows = 64, .columns = 64, .stepDepth = 32, .invocations = 128, .registers = 11'264},
        {.rows = 128, .columns = 128, .stepDepth = 32, .invocations = 128, .registers = 25'600},
        {.rows = 128, .columns = 256, .stepDepth = 64, .invocations = 256, .registers = 43'008}};
}

std::vector<ProductSizes> shapes()
{
    return {{320, 8192, 1, 2880}, {1280, 128, 1, 11'520}, {197, 768, 1, 3072}, {1024, 196, 32, 256},
        {4, 8192, 1, 2880}, {64, 401'408, 1, 147}, {1, 1, 1, 1}, {33, 65, 3, 0}};
}

ProductSizes withMore(ProductSizes sizes, uint64_t ProductSizes::*which, uint64_t more)
{
    sizes.*which += more;
    return sizes;
}

} // namespace

class TestTileCost : public QObject {
    Q_OBJECT

private slots:
    void modelsChooseTileAndParts_data()
    {
        QTest::addColumn<ProductSizes>("sizes");
        QTest::addColumn<QString>("choices"); // for each count of processors: edge/parts
        const auto add = [](const char* name, const ProductSizes& sizes, const char* choices) {
            QTest::newRow(name) << sizes << QString::fromLatin1(choices);
        };
        add("UNet, 64 x 64 pixels", {320, 8192, 1, 2880}, "128/1 64/1 64/1 128/1");
        add("UNet, 64 x 64, wide", {640, 8192, 1, 5760}, "128/1 128/1 128/1 128/1");
        add("UNet, 32 x 32", {640, 2048, 1, 5760}, "128/1 128/3 128/3 128/1");
        add("UNet, 32 x 32, wide", {1280, 2048, 1, 11'520}, "128/1 128/1 128/3 128/1");
        add("UNet, 16 x 16", {1280, 512, 1, 11'520}, "128/2 128/3 128/6 128/4");
        add("UNet, 16 x 16, after a skip", {1280, 512, 1, 23'040}, "128/2 128/3 128/6 128/4");
        add("UNet, 16 x 16, 1 x 1", {1280, 512, 1, 1280}, "128/1 64/1 32/1 64/1");
        add("UNet, 8 x 8", {1280, 128, 1, 11'520}, "128/5 64/3 64/6 128/6");
        add("UNet, 8 x 8, after a skip", {1280, 128, 1, 23'040}, "128/5 128/12 64/6 128/6");
        add("UNet, 64 x 64, rows", {8192, 320, 1, 320}, "128/1 64/1 64/1 128/1");
        add("UNet, 64 x 64, feed forward", {8192, 2560, 1, 320}, "128/1 128/1 128/1 128/1");
        add("UNet, 32 x 32, 1 x 1 of two images", {640, 1024, 2, 640}, "128/1 128/1 64/1 128/1");
        add("UNet, 16 x 16, feed forward", {512, 1280, 1, 5120}, "128/2 128/3 128/6 64/1");
        add("UNet, text", {154, 1280, 1, 768}, "64/1 32/1 32/1 64/1");
        add("UNet, last", {4, 8192, 1, 2880}, "32/1 32/1 32/1 32/1");
        add("ResNet-50, first", {64, 12'544, 1, 147}, "64/1 64/1 64/1 64/1");
        add("ResNet-50, 56 x 56", {64, 3136, 1, 576}, "64/1 32/1 32/1 64/1");
        add("ResNet-50, 28 x 28", {128, 784, 1, 1152}, "32/1 32/1 32/1 32/1");
        add("ResNet-50, 14 x 14", {256, 196, 1, 2304}, "32/1 32/3 32/4 32/1");
        add("ResNet-50, 14 x 14, 1 x 1", {1024, 196, 1, 256}, "32/1 32/1 32/1 64/1");
        add("ResNet-50, 7 x 7", {512, 49, 1, 4608}, "64/7 64/12 32/8 64/8");
        add("ResNet-50, 7 x 7, 1 x 1", {2048, 49, 1, 512}, "32/1 32/1 32/1 32/1");
        add("ResNet-50 of 32, first", {64, 401'408, 1, 147}, "64/1 64/1 64/1 64/1");
        add("ResNet-50 of 32, 56 x 56", {64, 100'352, 1, 576}, "64/1 64/1 64/1 64/1");
        add("ResNet-50 of 32, 14 x 14", {256, 6272, 1, 2304}, "128/1 128/1 64/1 128/1");
        add("ResNet-50 of 32, 14 x 14, 1 x 1", {1024, 196, 32, 256}, "128/1 128/1 128/1 128/1");
        add("ResNet-50 of 32, 7 x 7", {512, 1568, 1, 4608}, "128/1 128/2 64/1 128/1");
        add("ViT-B, projections", {197, 768, 1, 768}, "64/1 32/1 32/1 64/1");
        add("ViT-B, feed forward", {197, 3072, 1, 768}, "128/1 64/1 64/1 128/1");
        add("ViT-B, and back", {197, 768, 1, 3072}, "64/1 32/1 64/5 64/1");
        add("GoogLeNet, 56 x 56", {192, 3136, 1, 576}, "128/1 64/1 32/1 64/1");
        add("GoogLeNet, 14 x 14", {320, 196, 1, 1440}, "32/1 32/1 32/3 32/1");
        add("GoogLeNet, 14 x 14, 1 x 1", {128, 196, 1, 512}, "32/1 32/1 32/1 32/1");
        add("GoogLeNet, 7 x 7", {384, 49, 1, 1728}, "32/1 32/5 32/6 32/4");
        add("GoogLeNet, 7 x 7, 1 x 1", {32, 49, 1, 832}, "32/1 32/1 32/1 32/1");
    }

    void modelsChooseTileAndParts()
    {
        QFETCH(const ProductSizes, sizes);
        QStringList choices;
        for (const uint32_t processors : processorCounts) {
            const MatrixChoice choice = choiceFor(processors, sizes);
            choices.append(QStringLiteral("%1/%2").arg(choice.tile.edge).arg(choice.splits));
        }
        QTEST(choices.join(u' '), "choices");
    }

    void moreProcessorsNeverTakeLonger()
    {
        for (const ProductSizes& sizes : shapes()) {
            for (const TileWork& tile : tiles()) {
                for (const uint32_t splits : {1u, 3u, 16u}) {
                    double before = cyclesOf(cardOf(1), tile, sizes, splits);
                    for (uint32_t processors = 2; processors <= 200; ++processors) {
                        const double cycles = cyclesOf(cardOf(processors), tile, sizes, splits);
                        QVERIFY(cycles <= before);
                        before = cycles;
                    }
                }
            }
        }
    }

    void moreWorkNeverTakesLess()
    {
        for (const ProductSizes& sizes : shapes()) {
            for (const TileWork& tile : tiles()) {
                for (const uint32_t processors : processorCounts) {
                    for (const uint32_t splits : {1u, 5u}) {
                        for (const uint64_t more : {1u, 31u, 1000u}) {
                            const auto cycles = [&](const ProductSizes& s) {
                                return cyclesOf(cardOf(processors), tile, s, splits);
                            };
                            QVERIFY(cycles(withMore(sizes, &ProductSizes::rows, more)) >= cycles(sizes));
                            QVERIFY(cycles(withMore(sizes, &ProductSizes::columns, more)) >= cycles(sizes));
                            QVERIFY(cycles(withMore(sizes, &ProductSizes::depth, more)) >= cycles(sizes));
                            QVERIFY(cycles(withMore(sizes, &ProductSizes::batch, more)) >= cycles(sizes));
                        }
                    }
                }
            }
        }
    }

    // Sums of parts fit the budget, no part is short, and none is empty: it would cost and do nothing.
    void partsAreWorthTheirSums()
    {
        for (const ProductSizes& sizes : shapes()) {
            for (uint32_t processors = 1; processors <= 200; processors += 3) {
                const MatrixChoice choice = choiceFor(processors, sizes);
                if (choice.splits == 1) {
                    continue;
                }
                const uint64_t bytes = sizes.rows * sizes.columns * sizes.batch * choice.splits * 4;
                QVERIFY(bytes <= budgetBytes);
                QVERIFY(sizes.depth / choice.splits >= 256);
                const uint64_t steps = (sizes.depth + 31) / 32;
                const uint64_t stepsOfPart = (steps + choice.splits - 1) / choice.splits;
                QVERIFY(stepsOfPart * (choice.splits - 1) < steps);
            }
        }
    }

    // Tiles of 128 take 640 work groups here: nothing is idle, so nothing is split.
    void busyProcessorsSplitNothing()
    {
        for (const uint32_t processors : processorCounts) {
            QCOMPARE(choiceFor(processors, {4096, 2560, 1, 1 << 16}).splits, 1u);
        }
    }

    void unknownProcessorsAreThirtyTwo()
    {
        for (const ProductSizes& sizes : shapes()) {
            const MatrixChoice unknown = choiceFor(0, sizes);
            const MatrixChoice known = choiceFor(32, sizes);
            QCOMPARE(unknown.tile, known.tile);
            QCOMPARE(unknown.splits, known.splits);
        }
    }

    void rangesAreKept()
    {
        const DeviceTraits card = cardOf(132);
        const ProductSizes deep {1280, 128, 1, 23'040};
        for (const SplitRange& range : {SplitRange {1, 1}, SplitRange {3, 3}, SplitRange {2, 4}}) {
            const uint32_t splits = matrixTileFor(card, *card.matrixUnits, deep, range).splits;
            QVERIFY(splits >= range.fewest && splits <= range.most);
        }
        QCOMPARE(matrixTileFor(card, *card.matrixUnits, deep, {3, 3}, 32).tile.edge, 32u);
    }
};

QTEST_APPLESS_MAIN(TestTileCost)
#include "tst_tilecost.moc"
