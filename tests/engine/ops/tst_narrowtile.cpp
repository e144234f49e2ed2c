// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/narrowtile.h"
#include "engine/ops/conv/softwaretime.h"
#include "engine/ops/conv/winogradtiles.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::ops::conv;

namespace {

// A square picture, or a line, whose result is as large, or smaller by the stride.
Convolution sketch(size_t rank, int64_t size, int64_t channels, int64_t filters, int64_t kernel = 3,
    int64_t stride = 1, int64_t dilation = 1)
{
    Convolution conv;
    Window& w = conv.window;
    w.in.assign(rank, size);
    w.out.assign(rank, size / stride);
    w.kernel.assign(rank, kernel);
    w.strides.assign(rank, stride);
    w.dilations.assign(rank, dilation);
    conv.images = 1;
    conv.channels = channels;
    conv.filters = filters;
    return conv;
}

bool isNarrowFaster(const Convolution& conv)
{
    return timeOfNarrow(conv, DataType::Float32) < timeOfPatches(conv);
}

} // namespace

class TestNarrowTile : public QObject {
    Q_OBJECT

private slots:
    // Blocks of filters of one size; rows as long as there is room for their sums; channels of lines.
    void tilesHaveRoomForTheirSums()
    {
        const auto tileOf = [](const Convolution& conv) { return narrowTileOf(conv); };
        QCOMPARE(tileOf(sketch(2, 64, 64, 1)), std::optional(NarrowTile {1, 4, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 64, 4)), std::optional(NarrowTile {4, 4, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 64, 8)), std::optional(NarrowTile {8, 2, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 64, 12)), std::optional(NarrowTile {6, 2, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 64, 17)), std::optional(NarrowTile {6, 2, 1}));
        QCOMPARE(tileOf(sketch(2, 1, 64, 1)), std::optional(NarrowTile {1, 1, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 3, 64, 7, 2)), std::optional(NarrowTile {4, 2, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 3, 96, 11, 4)), std::optional(NarrowTile {2, 1, 1}));
        QCOMPARE(tileOf(sketch(1, 64, 8, 64)), std::optional(NarrowTile {8, 1, 4}));
        QCOMPARE(tileOf(sketch(1, 64, 6, 3, 5)), std::optional(NarrowTile {3, 1, 2}));
        QCOMPARE(tileOf(sketch(1, 64, 8, 3, 9)), std::optional(NarrowTile {3, 1, 1}));
        QCOMPARE(tileOf(sketch(2, 64, 1, 1, 21)), std::optional<NarrowTile>());
        QCOMPARE(tileOf(sketch(2, 200, 1, 1, 3, 1, 50)), std::optional<NarrowTile>()); // rows between
    }

    void lanesCoverTheResult()
    {
        const Convolution conv = sketch(2, 13, 3, 12);
        QCOMPARE(lanesOf(conv, {6, 2, 1}), uint64_t {2 * 7 * 2});
        QCOMPARE(multiplicationsOf(conv), uint64_t {13 * 13 * 3 * 12 * 9});
    }

    // As measured: few filters, few channels and steps of two are faster without patches, deep products not.
    void shapesChooseTheKernel()
    {
        QVERIFY(isNarrowFaster(sketch(2, 512, 64, 1)));
        QVERIFY(isNarrowFaster(sketch(2, 512, 64, 3)));
        QVERIFY(isNarrowFaster(sketch(2, 512, 3, 64)));
        QVERIFY(isNarrowFaster(sketch(2, 224, 3, 64, 7, 2)));
        QVERIFY(isNarrowFaster(sketch(2, 112, 24, 48, 3, 2)));
        QVERIFY(isNarrowFaster(sketch(1, 85'995, 48, 6)));
        QVERIFY(!isNarrowFaster(sketch(2, 40, 256, 256, 3, 1, 2)));
        QVERIFY(!isNarrowFaster(sketch(2, 28, 256, 256, 3, 2)));
        QVERIFY(!isNarrowFaster(sketch(1, 1500, 384, 384, 3, 2)));
    }

    // Of 16 x 16 channels Winograd's transformations are too much of the work, of 64 x 64 they pay.
    void manyChannelsAreWinograds()
    {
        const auto winograd = [](const Convolution& conv) {
            return timeOfWinograd(conv, fastestWinogradTiling(conv));
        };
        const Convolution small = sketch(2, 512, 16, 16);
        const Convolution large = sketch(2, 256, 64, 64);
        QVERIFY(timeOfNarrow(small, DataType::Float32) < winograd(small));
        QVERIFY(timeOfNarrow(large, DataType::Float32) > winograd(large));
    }
};

QTEST_GUILESS_MAIN(TestNarrowTile)
#include "tst_narrowtile.moc"
