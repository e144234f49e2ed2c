// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/memoryhistory.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace weightless::widgets;

namespace {

MemorySample sampleAt(double seconds, qint64 cpu, qint64 weights = 0)
{
    MemorySample sample;
    sample.seconds = seconds;
    sample.cpuOverheadBytes = cpu;
    sample.deviceWeightsBytes = weights;
    return sample;
}

} // namespace

class TestMemoryHistory : public QObject {
    Q_OBJECT

private slots:
    void keepsPeaksInAnyRange();
    void ignoresWhatIsOutOfOrder();
    void findsTheNearest();
    void leavesOutUnknownValues();
    void dropsTheOldestBeyondCapacity();
};

// Whatever the range and the width, the smallest and the largest sample inside are among the points.
void TestMemoryHistory::keepsPeaksInAnyRange()
{
    std::mt19937 random(5);
    MemoryHistory history;
    std::vector<MemoryHistory::Point> points;
    for (int i = 0; i < 30'000; ++i) {
        const qint64 spike = random() % 997 == 0 ? 1'000'000'000 + static_cast<qint64>(random() % 1000) : 0;
        QVERIFY(history.add(sampleAt(i * 0.01, static_cast<qint64>(random() % 100'000) + spike, i)));
    }
    const auto& samples = history.samples();
    for (int round = 0; round < 200; ++round) {
        const std::size_t a = random() % samples.size();
        const std::size_t b = a + random() % (samples.size() - a);
        const int pixels = 1 + static_cast<int>(random() % 800);
        history.thinned(MemoryCurve::Cpu, samples[a].seconds, samples[b].seconds, pixels, points);
        qint64 largest = 0;
        qint64 smallest = std::numeric_limits<qint64>::max();
        for (std::size_t i = a; i <= b; ++i) {
            largest = std::max(largest, samples[i].cpuOverheadBytes);
            smallest = std::min(smallest, samples[i].cpuOverheadBytes);
        }
        qint64 drawnLargest = 0;
        qint64 drawnSmallest = std::numeric_limits<qint64>::max();
        for (const auto& point : points) {
            if (point.seconds < samples[a].seconds || point.seconds > samples[b].seconds)
                continue;
            drawnLargest = std::max(drawnLargest, point.bytes);
            drawnSmallest = std::min(drawnSmallest, point.bytes);
        }
        QCOMPARE(drawnLargest, largest);
        QCOMPARE(drawnSmallest, smallest);
        QVERIFY(points.size() <= static_cast<std::size_t>(4 * pixels + 2));
        QVERIFY(std::is_sorted(points.begin(), points.end(),
            [](const auto& left, const auto& right) { return left.seconds < right.seconds; }));
    }
}

void TestMemoryHistory::ignoresWhatIsOutOfOrder()
{
    MemoryHistory history;
    QVERIFY(history.add(sampleAt(1, 10)));
    QVERIFY(!history.add(sampleAt(0.5, 20)));
    QVERIFY(!history.add(sampleAt(std::numeric_limits<double>::quiet_NaN(), 20)));
    QVERIFY(!history.add(sampleAt(std::numeric_limits<double>::infinity(), 20)));
    QVERIFY(history.add(sampleAt(1, -7)));
    QCOMPARE(history.samples().size(), std::size_t {2});
    QCOMPARE(history.samples().back().cpuOverheadBytes, 0);
    QCOMPARE(history.peak().cpuOverheadBytes, 10);
    MemorySample huge = sampleAt(2, 0, std::numeric_limits<qint64>::max());
    huge.deviceActivationsBytes = huge.stagingBytes = std::numeric_limits<qint64>::max();
    QVERIFY(history.add(huge));
    QVERIFY(curveValue(history.samples().back(), MemoryCurve::DeviceTotal) > 0);
}

void TestMemoryHistory::findsTheNearest()
{
    MemoryHistory history;
    QVERIFY(!history.nearest(0));
    for (int i = 0; i < 10; ++i)
        history.add(sampleAt(i, i));
    QCOMPARE(history.nearest(-5)->seconds, 0.0);
    QCOMPARE(history.nearest(3.4)->seconds, 3.0);
    QCOMPARE(history.nearest(3.6)->seconds, 4.0);
    QCOMPARE(history.nearest(99)->seconds, 9.0);
}

void TestMemoryHistory::leavesOutUnknownValues()
{
    MemoryHistory history;
    for (int i = 0; i < 100; ++i)
        history.add(sampleAt(i, i));
    std::vector<MemoryHistory::Point> points;
    history.thinned(MemoryCurve::ProcessRss, 0, 99, 10, points);
    QVERIFY(points.empty());
    history.thinned(MemoryCurve::Cpu, 5, 4, 10, points);
    QVERIFY(points.empty());
}

void TestMemoryHistory::dropsTheOldestBeyondCapacity()
{
    MemoryHistory history;
    history.add(sampleAt(0, 12'345));
    for (std::size_t i = 1; i <= MemoryHistory::capacity; ++i)
        history.add(sampleAt(static_cast<double>(i), 1));
    QVERIFY(history.samples().size() < MemoryHistory::capacity);
    QCOMPARE(history.samples().back().seconds, static_cast<double>(MemoryHistory::capacity));
    // What was pushed out is still remembered as the peak.
    QCOMPARE(history.peak().cpuOverheadBytes, 12'345);
}

QTEST_APPLESS_MAIN(TestMemoryHistory)
#include "tst_memoryhistory.moc"
