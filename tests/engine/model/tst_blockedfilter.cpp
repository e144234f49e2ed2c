// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/blockedfilter.h"

#include <QTest>

#include <numeric>
#include <vector>

using namespace weightless;

class TestBlockedFilter : public QObject {
    Q_OBJECT

private slots:
    void wholeBlocksOfSeveralTapsCanBeTurned()
    {
        QCOMPARE(blockableTaps({5, 64, 3, 3}), std::optional<uint32_t>(9));
        QCOMPARE(blockableTaps({5, 128, 5}), std::optional<uint32_t>(5));
        QCOMPARE(blockableTaps({1, 320, 7, 7}), std::optional<uint32_t>(49));
        QCOMPARE(blockableTaps({5, 64, 1, 1}), std::nullopt);
        QCOMPARE(blockableTaps({5, 65, 3, 3}), std::nullopt);
        QCOMPARE(blockableTaps({5, 0, 3, 3}), std::nullopt);
        QCOMPARE(blockableTaps({0, 64, 3, 3}), std::nullopt);
        QCOMPARE(blockableTaps({5, 64, 8, 8}), std::nullopt);
        QCOMPARE(blockableTaps({5, 64, 0, 3}), std::nullopt);
        QCOMPARE(blockableTaps({5, 64}), std::nullopt);
        QCOMPARE(blockableTaps({}), std::nullopt);
    }

    void channelsOfATapLieTogether_data()
    {
        QTest::addColumn<int>("taps");
        QTest::addColumn<int>("blocks");
        QTest::newRow("3 x 3") << 9 << 3;
        QTest::newRow("two") << 2 << 1;
        QTest::newRow("7 x 7") << 49 << 2;
        QTest::newRow("nothing") << 9 << 0;
    }

    void channelsOfATapLieTogether()
    {
        QFETCH(int, taps);
        QFETCH(int, blocks);
        check<uint16_t>(static_cast<size_t>(taps), static_cast<size_t>(blocks));
        check<uint32_t>(static_cast<size_t>(taps), static_cast<size_t>(blocks));
    }

private:
    template <typename Element>
    static void check(size_t taps, size_t blocks)
    {
        std::vector<Element> filters(blocks * 64 * taps);
        std::iota(filters.begin(), filters.end(), Element {1});
        std::vector<Element> blocked(filters.size());
        blockFilters(std::as_bytes(std::span(filters)), std::as_writable_bytes(std::span(blocked)),
            static_cast<uint32_t>(taps), sizeof(Element));
        for (size_t block = 0; block < blocks; ++block) {
            for (size_t channel = 0; channel < 64; ++channel) {
                for (size_t tap = 0; tap < taps; ++tap) {
                    QCOMPARE(blocked[(block * taps + tap) * 64 + channel],
                        filters[(block * 64 + channel) * taps + tap]);
                }
            }
        }
        std::vector<Element> back(filters.size());
        unblockFilters(std::as_bytes(std::span(blocked)), std::as_writable_bytes(std::span(back)),
            static_cast<uint32_t>(taps), sizeof(Element));
        QCOMPARE(back, filters);
    }
};

QTEST_GUILESS_MAIN(TestBlockedFilter)
#include "tst_blockedfilter.moc"
