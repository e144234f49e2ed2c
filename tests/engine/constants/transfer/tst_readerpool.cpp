// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/readerpool.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using namespace weightless;

class TestReaderPool : public QObject {
    Q_OBJECT

private slots:
    void everySliceIsDoneOnce_data()
    {
        QTest::addColumn<unsigned>("readers");
        QTest::addColumn<int>("slices");
        for (const unsigned readers : {1u, 2u, 5u}) {
            for (const int slices : {0, 1, 2, 7, 1000}) {
                QTest::addRow("%u readers, %d slices", readers, slices) << readers << slices;
            }
        }
    }

    void everySliceIsDoneOnce()
    {
        QFETCH(unsigned, readers);
        QFETCH(int, slices);
        ReaderPool pool(readers);
        for (int round = 0; round < 20; ++round) {
            std::vector<std::atomic<int>> counts(static_cast<size_t>(slices));
            pool.forEach(counts.size(), {}, [&](size_t slice) { ++counts[slice]; });
            for (const auto& count : counts) {
                QCOMPARE(count.load(), 1);
            }
        }
    }

    // Readers that wait are told to stop, over and over: no wake-up may be lost.
    void poolsEndHoweverOften()
    {
        std::atomic<int> done = 0;
        for (int round = 0; round < 2000; ++round) {
            ReaderPool(4).forEach(4, {}, [&](size_t) { ++done; });
        }
        QCOMPARE(done.load(), 8000);
    }

    void theFirstErrorIsThrownAndThePoolGoesOn()
    {
        ReaderPool pool(3);
        std::atomic<int> done = 0;
        const auto task = [&](size_t slice) {
            if (slice == 5) {
                throw Error(ErrorKind::Io, "slice 5 is broken");
            }
            std::this_thread::sleep_for(100us); // the others must not be through before the error is known
            ++done;
        };
        EXPECT_ERROR(pool.forEach(100000, {}, task), ErrorKind::Io, "slice 5");
        QVERIFY(done.load() < 100000 - 1);
        done = 0;
        pool.forEach(5, {}, task);
        QCOMPARE(done.load(), 5);
    }

    void aStopSkipsWhatHasNotBegun()
    {
        ReaderPool pool(2);
        std::stop_source stop;
        std::atomic<int> done = 0;
        const auto task = [&](size_t) {
            if (++done == 3) {
                stop.request_stop();
            }
        };
        EXPECT_ERROR(pool.forEach(100000, stop.get_token(), task), ErrorKind::Cancelled, "cancelled");
        QVERIFY(done.load() < 10);
        pool.forEach(10, {}, task);
    }

    void aPoolDiesWhileIdle()
    {
        for (int i = 0; i < 50; ++i) {
            ReaderPool pool(4);
        }
    }
};

QTEST_GUILESS_MAIN(TestReaderPool)
#include "tst_readerpool.moc"
