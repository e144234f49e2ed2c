// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/arena.h"

#include <QTest>

#include <random>

using namespace weightless::plan;

namespace {

constexpr uint64_t alignment = 256;

bool overlaps(const ArenaRequest& a, uint64_t aOffset, const ArenaRequest& b, uint64_t bOffset)
{
    const bool livesMeet = a.first <= b.last && b.first <= a.last;
    const bool placesMeet = aOffset < bOffset + b.sizeBytes && bOffset < aOffset + a.sizeBytes;
    return livesMeet && placesMeet;
}

} // namespace

class TestArena : public QObject {
    Q_OBJECT

private slots:
    void emptyNeedsNothing() { QCOMPARE(layOutArena({}, alignment).sizeBytes, uint64_t {0}); }

    void successiveTensorsShareMemory()
    {
        const std::vector<ArenaRequest> requests {{1000, 0, 1}, {1000, 2, 3}, {1000, 4, 5}};
        const ArenaLayout layout = layOutArena(requests, alignment);
        QCOMPARE(layout.sizeBytes, uint64_t {1024});
        QCOMPARE(layout.offsets, (std::vector<uint64_t> {0, 0, 0}));
    }

    void aChainNeedsTwoBuffers()
    {
        // a → b → c: each step reads the one before.
        const std::vector<ArenaRequest> requests {{512, 0, 1}, {512, 1, 2}, {512, 2, 3}, {512, 3, 4}};
        QCOMPARE(layOutArena(requests, alignment).sizeBytes, uint64_t {1024});
    }

    void aLongChainNeedsTwoBuffersToo()
    {
        std::vector<ArenaRequest> requests;
        for (size_t i = 0; i <= maxRequestsBySize; ++i) {
            requests.push_back({512, i, i + 1});
        }
        QCOMPARE(layOutArena(requests, alignment).sizeBytes, uint64_t {1024});
    }

    void smallTensorsFillGaps()
    {
        const std::vector<ArenaRequest> requests {{4096, 0, 1}, {256, 0, 5}, {2048, 2, 5}, {2048, 2, 5}};
        QCOMPARE(layOutArena(requests, alignment).sizeBytes, uint64_t {4096 + 256});
    }

    void randomRequestsNeverOverlap_data()
    {
        QTest::addColumn<size_t>("count");
        QTest::addColumn<uint64_t>("slabBytes");
        QTest::newRow("placed by size") << size_t {400} << onlySlab;
        QTest::newRow("placed in order") << maxRequestsBySize + 1 << onlySlab;
        // The largest request, and a size that is no power of two.
        QTest::newRow("placed by size, in slabs") << size_t {400} << uint64_t {36 * alignment};
        QTest::newRow("placed in order, in slabs") << maxRequestsBySize + 1 << uint64_t {36 * alignment};
        QTest::newRow("placed in order, in larger slabs")
            << maxRequestsBySize + 1 << uint64_t {131 * alignment};
    }

    void randomRequestsNeverOverlap()
    {
        QFETCH(const size_t, count);
        QFETCH(const uint64_t, slabBytes);
        std::mt19937 random(7);
        std::vector<ArenaRequest> requests;
        for (size_t i = 0; i < count; ++i) {
            const size_t first = random() % (count * 3 / 4);
            requests.push_back({random() % 9000, first, first + random() % 12});
        }
        const ArenaLayout layout = layOutArena(requests, alignment, slabBytes);
        std::vector<std::vector<size_t>> alive(count); // by step
        for (size_t i = 0; i < count; ++i) {
            QCOMPARE(layout.offsets[i] % alignment, uint64_t {0});
            QVERIFY(layout.offsets[i] + requests[i].sizeBytes <= layout.sizeBytes);
            const uint64_t last = layout.offsets[i] + std::max<uint64_t>(requests[i].sizeBytes, 1) - 1;
            QCOMPARE(layout.offsets[i] / slabBytes, last / slabBytes);
            for (size_t step = requests[i].first; step <= requests[i].last; ++step) {
                for (const size_t j : alive[step]) {
                    QVERIFY(!overlaps(requests[i], layout.offsets[i], requests[j], layout.offsets[j]));
                }
                alive[step].push_back(i);
            }
        }
        QVERIFY(layout.sizeBytes < 40 * 9216); // about a dozen are alive at once
    }

    // Its place is its own slab's and what follows, which whoever allocates it refuses.
    void whatIsLargerThanASlabBeginsOne()
    {
        const std::vector<ArenaRequest> requests {{256, 0, 1}, {2048, 0, 1}, {512, 0, 1}};
        const ArenaLayout layout = layOutArena(requests, alignment, 1024);
        QCOMPARE(layout.offsets, (std::vector<uint64_t> {2048 + 512, 0, 2048}));
    }
};

QTEST_GUILESS_MAIN(TestArena)
#include "tst_arena.moc"
