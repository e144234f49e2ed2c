// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/signal/radices.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>

using namespace weightless::ops::signal;

class TestRadices : public QObject {
    Q_OBJECT

private slots:
    void theirProductIsTheSize()
    {
        const std::vector<uint32_t> known {2, 3, 4, 5, 7, 8, 11, 13};
        for (int64_t size = 2; size < 3000; ++size) {
            int64_t rest = size;
            for (const int64_t prime : {2, 3, 5, 7, 11, 13}) {
                while (rest % prime == 0)
                    rest /= prime;
            }
            const std::vector<uint32_t> radices = radicesOf(size);
            QCOMPARE(radices.empty(), rest != 1);
            for (const uint32_t radix : radices)
                QVERIFY(std::ranges::find(known, radix) != known.end());
            if (rest == 1)
                QCOMPARE(
                    std::accumulate(radices.begin(), radices.end(), int64_t {1}, std::multiplies<>()), size);
        }
        QVERIFY(radicesOf(1).empty());
        QVERIFY(radicesOf(0).empty());
    }

    void powersOfTwoTakeFewPasses()
    {
        QCOMPARE(radicesOf(16), (std::vector<uint32_t> {4, 4}));
        QCOMPARE(radicesOf(128), (std::vector<uint32_t> {8, 4, 4}));
        QCOMPARE(radicesOf(int64_t {1} << 20).size(), size_t {7});
    }

    void smoothSizesAreTheNext()
    {
        int64_t next = 4096;
        for (int64_t size = 4096; size > 0; --size) {
            int64_t rest = size;
            for (const int64_t prime : {2, 3, 5}) {
                while (rest % prime == 0)
                    rest /= prime;
            }
            next = rest == 1 ? size : next;
            QCOMPARE(smoothSizeFrom(size), next);
        }
        QCOMPARE(smoothSizeFrom(33'554'433), int64_t {33'592'320});
    }
};

QTEST_APPLESS_MAIN(TestRadices)
#include "tst_radices.moc"
