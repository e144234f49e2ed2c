// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmapview.h"

#include <QImage>
#include <QSet>
#include <QTest>

#include <cmath>

using namespace weightless;

class HeatMapViewTest : public QObject {
    Q_OBJECT

private slots:
    void whichNumbersACellStandsFor()
    {
        widgets::HeatMapView map;
        map.resize(200, 200);
        map.setGrid({.rows = 2,
            .columns = 1,
            .values = {1, -2},
            .rowStep = 2,
            .columnStep = 3,
            .areExtremes = true,
            .rowIndices = 3,
            .columnIndices = 3});
        QCOMPARE(map.textAt(QPoint(1, 1)), QStringLiteral("[0 … 1, 0 … 2] = 1"));
        QCOMPARE(map.textAt(QPoint(1, 150)), QStringLiteral("[2, 0 … 2] = -2"));
    }

    // However small its cell is.
    void whatIsNoNumberIsSeenAmongMany()
    {
        widgets::HeatMapView map;
        map.resize(200, 200);
        widgets::HeatMapView::Grid grid {
            .rows = 100, .columns = 100, .values = std::vector<double>(10'000, 0.5)};
        const auto coloursOf = [&map](const widgets::HeatMapView::Grid& shown) {
            map.setGrid(shown);
            const QImage image = map.grab().toImage();
            QSet<QRgb> colours;
            for (int y = 0; y < 100; ++y)
                for (int x = 0; x < 100; ++x)
                    colours.insert(image.pixel(x, y));
            return colours.size();
        };
        QCOMPARE(coloursOf(grid), 1);
        for (size_t column = 30; column < 40; ++column) {
            widgets::HeatMapView::Grid one = grid;
            one.values[40 * 100 + column] = std::nan("");
            QCOMPARE(coloursOf(one), 2);
        }
    }
};

QTEST_MAIN(HeatMapViewTest)
#include "tst_heatmapview.moc"
