// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/widetile.h"

#include <QTest>

using namespace weightless;
using ops::product::WideTile;
using ops::product::wideTileFor;

// Which rows a tile of the wide kernel has.
class TestWideTile : public QObject {
    Q_OBJECT

private slots:
    void rowsThatBeginAtGroupsFollowEachOther()
    {
        QVERIFY(wideTileFor({.rows = 64, .depth = 16, .mostTileRows = 8, .rowStep = 1}) == (WideTile {8, 1}));
        QVERIFY(
            wideTileFor({.rows = 64, .depth = 2048, .mostTileRows = 32, .rowStep = 1}) == (WideTile {32, 1}));
    }

    void fewRowsHaveALowTile()
    {
        QVERIFY(wideTileFor({.rows = 1, .depth = 16, .mostTileRows = 8, .rowStep = 1}) == (WideTile {1, 1}));
        QVERIFY(wideTileFor({.rows = 3, .depth = 16, .mostTileRows = 8, .rowStep = 1}) == (WideTile {4, 1}));
        QCOMPARE(wideTileFor({.rows = 0, .depth = 0, .mostTileRows = 8, .rowStep = 8}).rowStep, 1u);
    }

    void manyRowsThatBeginAnywhereLieApart()
    {
        QVERIFY(wideTileFor({.rows = 64, .depth = 16, .mostTileRows = 8, .rowStep = 8}) == (WideTile {8, 8}));
        QVERIFY(wideTileFor({.rows = 1024, .depth = 1024, .mostTileRows = 32, .rowStep = 8})
            == (WideTile {32, 8}));
        QVERIFY(wideTileFor({.rows = 64, .depth = 16, .mostTileRows = 8, .rowStep = 2}) == (WideTile {8, 2}));
    }

    // Where they lay apart, a tile would have two of them to share what is read of B.
    void fewRowsOfADeepProductStayTogether()
    {
        QVERIFY(
            wideTileFor({.rows = 16, .depth = 256, .mostTileRows = 8, .rowStep = 8}) == (WideTile {8, 1}));
    }
};

QTEST_APPLESS_MAIN(TestWideTile)
#include "tst_widetile.moc"
