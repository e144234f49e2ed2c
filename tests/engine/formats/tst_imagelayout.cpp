// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/imagelayout.h"

#include <QTest>

using namespace weightless;

class TestImageLayout : public QObject {
    Q_OBJECT

private slots:
    void axes_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<std::vector<int>>("axes"); // channels, height, width
        const auto row = [](const char* name, Shape shape, std::vector<int> axes) {
            QTest::newRow(name) << std::move(shape) << std::move(axes);
        };
        row("channels first", {2, 3, 8, 9}, {1, 2, 3});
        row("channels last", {2, 8, 9, 3}, {3, 1, 2});
        row("one picture", {1, 8, 9}, {0, 1, 2});
        row("one with its channels last", {8, 9, 4}, {2, 0, 1});
        row("grey, last", {1, 8, 9, 1}, {3, 1, 2});
        row("both", {1, 3, 9, 3}, {1, 2, 3});
        row("free sides", {-1, -1, -1, 3}, {3, 1, 2});
        row("free channels", {-1, -1, 8, 9}, {});
        row("features", {1, 64, 8, 9}, {});
        row("a matrix", {3, 3}, {});
        row("a volume", {1, 3, 8, 8, 8}, {});
    }
    void axes()
    {
        QFETCH(const Shape, shape);
        QFETCH(const std::vector<int>, axes);
        SymbolicShape symbolic;
        for (const int64_t size : shape) {
            symbolic.push_back({size, ""});
        }
        for (const auto& layout : {imageLayout(shape), imageLayout(symbolic)}) {
            QCOMPARE(layout.has_value(), !axes.empty());
            if (layout) {
                QCOMPARE((std::vector<int> {static_cast<int>(layout->channels),
                             static_cast<int>(layout->height), static_cast<int>(layout->width)}),
                    axes);
                QCOMPARE(layout->isChannelsLast(), axes[0] > axes[2]);
            }
        }
    }

    void sizesOfATensor()
    {
        const auto first = imageGeometry({DataType::Float32, {2, 3, 8, 9}});
        const auto last = imageGeometry({DataType::UInt8, {2, 8, 9, 3}});
        QVERIFY(first && last);
        for (const auto& geometry : {*first, *last}) {
            QCOMPARE(geometry.batch, 2);
            QCOMPARE(geometry.channels, 3);
            QCOMPARE(geometry.height, 8);
            QCOMPARE(geometry.width, 9);
        }
        QCOMPARE(first->element(2, 5), size_t {2 * 72 + 5});
        QCOMPARE(last->element(2, 5), size_t {5 * 3 + 2});
        QVERIFY(!imageGeometry({DataType::Int64, {2, 8, 9, 3}}));
        QVERIFY(!imageGeometry({DataType::Float32, {2, 0, 9, 3}}));
        QVERIFY(!imageGeometry({DataType::Float32, {-1, 8, 9, 3}}));
    }
};

QTEST_APPLESS_MAIN(TestImageLayout)
#include "tst_imagelayout.moc"
