// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/winogradtiles.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::ops::conv;

namespace {

// 3 x 3 with a border of one pixel.
Convolution convolution(int64_t size, int64_t channels, int64_t filters, int64_t images = 1)
{
    Convolution conv;
    conv.window.in = conv.window.out = {size, size};
    conv.window.kernel = {3, 3};
    conv.window.strides = {1, 1};
    conv.images = images;
    conv.channels = channels;
    conv.filters = filters;
    return conv;
}

uint64_t edgeOf(const Convolution& conv)
{
    const std::optional<WinogradTiling> tiling = winogradTilingFor(conv);
    return tiling ? tiling->edge : 0;
}

} // namespace

class TestWinogradTiles : public QObject {
    Q_OBJECT

private slots:
    // Large pictures take large tiles; few pixels do not pay for their filters' transformation, few channels
    // not for their tiles'.
    void sizesChooseTheTiling()
    {
        QCOMPARE(edgeOf(convolution(224, 64, 64)), uint64_t {4});
        QCOMPARE(edgeOf(convolution(56, 64, 64)), uint64_t {4});
        QCOMPARE(edgeOf(convolution(28, 512, 512)), uint64_t {4});
        QCOMPARE(edgeOf(convolution(55, 16, 64)), uint64_t {4});
        QCOMPARE(edgeOf(convolution(14, 512, 512)), uint64_t {2});
        QCOMPARE(edgeOf(convolution(16, 1280, 1280)), uint64_t {2});
        QCOMPARE(edgeOf(convolution(7, 512, 512)), uint64_t {0});
        QCOMPARE(edgeOf(convolution(8, 1280, 1280)), uint64_t {0});
        QCOMPARE(edgeOf(convolution(7, 16, 16)), uint64_t {0});
        QCOMPARE(edgeOf(convolution(224, 3, 64)), uint64_t {0});
        QCOMPARE(edgeOf(convolution(224, 15, 64)), uint64_t {0});
    }

    // Interpolated at halves, or not at all.
    void halvesMakeSmallTiles()
    {
        const auto halves = [](const Convolution& conv) { return winogradTilingFor(conv, true); };
        QCOMPARE(halves(convolution(224, 64, 64)), std::optional(WinogradTiling {2}));
        QCOMPARE(halves(convolution(14, 512, 512)), std::optional(WinogradTiling {2}));
        QVERIFY(!halves(convolution(7, 512, 512)));
        QVERIFY(!halves(convolution(224, 3, 64)));
    }

    // A row of tiles that half of the scratch memory does not hold.
    void rowsHaveRoom()
    {
        QVERIFY(winogradTilingFor(convolution(1024, 512, 512)));
        QVERIFY(!winogradTilingFor(convolution(8192, 512, 512)));
        QCOMPARE(
            edgeOf(convolution(1984, 512, 512)), uint64_t {2}); // 34.9 MiB in large tiles, 31 in small ones
        QCOMPARE(edgeOf(convolution(1792, 512, 512)), uint64_t {4}); // 31.5
    }

    // Runs of eight columns, as many in a group as give it eight tiles.
    void groupsHaveEightTiles()
    {
        const WinogradBand fours = wholeBand(convolution(30, 8, 8, 2), {4});
        QCOMPARE(fours.rows, uint64_t {8});
        QCOMPARE(fours.runsAcross, uint64_t {4}); // of two tiles
        QCOMPARE(fours.groups(), uint64_t {8});
        QCOMPARE(fours.images, uint64_t {2});
        const WinogradBand twos = wholeBand(convolution(30, 8, 8), {2});
        QCOMPARE(twos.rows, uint64_t {15});
        QCOMPARE(twos.tiles(), uint64_t {30 * 8}); // 15 rows of 4 runs of 4 tiles
        QCOMPARE((WinogradTiling {4}.values()), uint64_t {36});
    }
};

QTEST_GUILESS_MAIN(TestWinogradTiles)
#include "tst_winogradtiles.moc"
