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

    // Also where the map has fewer pixels than there are cells; pointing there tells it.
    void whatIsNoNumberIsSeenInASmallMap()
    {
        widgets::HeatMapView map;
        widgets::HeatMapView::Grid grid {
            .rows = 190, .columns = 190, .values = std::vector<double>(36'100, 0.5)};
        const auto pixelsOfAnotherColour = [&map] {
            const QImage image = map.grab().toImage();
            QList<QPoint> places;
            for (int y = 0; y < 60; ++y)
                for (int x = 0; x < 60; ++x)
                    if (image.pixel(x, y) != image.pixel(0, 0))
                        places.append(QPoint(x, y));
            return places;
        };
        map.resize(70, 200);
        map.setGrid(grid);
        QCOMPARE(pixelsOfAnotherColour().size(), 0);
        for (size_t column = 60; column < 70; ++column) {
            widgets::HeatMapView::Grid one = grid;
            one.values[60 * 190 + column] = std::nan("");
            map.resize(70, 200);
            map.setGrid(one);
            const QList<QPoint> places = pixelsOfAnotherColour();
            QCOMPARE(places.size(), 1);
            QCOMPARE(map.textAt(places.front()), QStringLiteral("[60, %1] = nan").arg(column));
            map.resize(110, 200); // as many cells in other pixels
            QCOMPARE(pixelsOfAnotherColour().size(), 1);
        }
    }
};

QTEST_MAIN(HeatMapViewTest)
#include "tst_heatmapview.moc"
