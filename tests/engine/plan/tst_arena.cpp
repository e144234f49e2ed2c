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

    void smallTensorsFillGaps()
    {
        const std::vector<ArenaRequest> requests {{4096, 0, 1}, {256, 0, 5}, {2048, 2, 5}, {2048, 2, 5}};
        QCOMPARE(layOutArena(requests, alignment).sizeBytes, uint64_t {4096 + 256});
    }

    void randomRequestsNeverOverlap()
    {
        std::mt19937 random(7);
        std::vector<ArenaRequest> requests;
        for (int i = 0; i < 400; ++i) {
            const size_t first = random() % 300;
            requests.push_back({random() % 9000, first, first + random() % 12});
        }
        const ArenaLayout layout = layOutArena(requests, alignment);
        for (size_t i = 0; i < requests.size(); ++i) {
            QCOMPARE(layout.offsets[i] % alignment, uint64_t {0});
            QVERIFY(layout.offsets[i] + requests[i].sizeBytes <= layout.sizeBytes);
            for (size_t j = 0; j < i; ++j) {
                QVERIFY(!overlaps(requests[i], layout.offsets[i], requests[j], layout.offsets[j]));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestArena)
#include "tst_arena.moc"
