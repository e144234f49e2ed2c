// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/memorymeter.h"

#include <QTest>

#include <thread>
#include <vector>

using namespace weightless;

class TestMemoryMeter : public QObject {
    Q_OBJECT

private slots:
    void countsByPurpose();
    void hostOverheadIsStagingAndHost();
    void peakStaysUntilReset();
    void hostOverheadPeakIsOfTheSum();
    void devicePeakIsOfTheSum();
    void whatWasHighestIsTakenOnce();
    void importedBytesAreTheirOwnCount();
    void meteredBytesGiveBack();
    void meteredBytesMove();
    void meterMayDieFirst();
    void manyThreads();
};

void TestMemoryMeter::countsByPurpose()
{
    MemoryMeter meter;
    meter.add(MemoryPurpose::Weights, 100);
    meter.add(MemoryPurpose::Activations, 20);
    meter.add(MemoryPurpose::Weights, 5);
    meter.subtract(MemoryPurpose::Activations, 20);
    QCOMPARE(meter.current(MemoryPurpose::Weights), uint64_t {105});
    QCOMPARE(meter.current(MemoryPurpose::Activations), uint64_t {0});
    QCOMPARE(meter.peak(MemoryPurpose::Activations), uint64_t {20});
    QCOMPARE(meter.snapshot().of(MemoryPurpose::Weights), uint64_t {105});
    QCOMPARE(meter.hostOverheadPeak(), uint64_t {0}); // device memory is no host overhead
}

void TestMemoryMeter::hostOverheadIsStagingAndHost()
{
    MemoryMeter meter;
    meter.add(MemoryPurpose::Staging, 32);
    meter.add(MemoryPurpose::Host, 8);
    QCOMPARE(meter.snapshot().hostOverheadBytes(), uint64_t {40});
    meter.subtract(MemoryPurpose::Staging, 32);
    QCOMPARE(meter.snapshot().hostOverheadBytes(), uint64_t {8});
    QCOMPARE(meter.snapshot().hostOverheadPeakBytes, uint64_t {40});
}

void TestMemoryMeter::peakStaysUntilReset()
{
    MemoryMeter meter;
    meter.add(MemoryPurpose::Staging, 64);
    meter.subtract(MemoryPurpose::Staging, 60);
    QCOMPARE(meter.peak(MemoryPurpose::Staging), uint64_t {64});
    meter.resetPeaks();
    QCOMPARE(meter.peak(MemoryPurpose::Staging), uint64_t {4});
    QCOMPARE(meter.hostOverheadPeak(), uint64_t {4});
    meter.add(MemoryPurpose::Staging, 1);
    QCOMPARE(meter.peak(MemoryPurpose::Staging), uint64_t {5});
}

void TestMemoryMeter::hostOverheadPeakIsOfTheSum()
{
    // 10 of one, then 10 of the other: the sum never exceeded 10 although both peaks are 10.
    MemoryMeter meter;
    meter.add(MemoryPurpose::Staging, 10);
    meter.subtract(MemoryPurpose::Staging, 10);
    meter.add(MemoryPurpose::Host, 10);
    QCOMPARE(meter.peak(MemoryPurpose::Staging), uint64_t {10});
    QCOMPARE(meter.peak(MemoryPurpose::Host), uint64_t {10});
    QCOMPARE(meter.hostOverheadPeak(), uint64_t {10});
}

void TestMemoryMeter::devicePeakIsOfTheSum()
{
    MemoryMeter meter;
    meter.add(MemoryPurpose::Weights, 100);
    meter.subtract(MemoryPurpose::Weights, 60);
    meter.add(MemoryPurpose::Activations, 30);
    meter.add(MemoryPurpose::Staging, 1000); // on the CPU
    QCOMPARE(meter.peak(MemoryPurpose::Weights) + meter.peak(MemoryPurpose::Activations), uint64_t {130});
    QCOMPARE(meter.devicePeak(), uint64_t {100});
    meter.add(MemoryPurpose::Activations, 40);
    QCOMPARE(meter.devicePeak(), uint64_t {110});
    meter.subtract(MemoryPurpose::Activations, 70);
    meter.resetPeaks();
    QCOMPARE(meter.devicePeak(), uint64_t {40});
}

// A measurement that begins meanwhile hides nothing.
void TestMemoryMeter::whatWasHighestIsTakenOnce()
{
    MemoryMeter meter;
    meter.add(MemoryPurpose::Weights, 40);
    meter.add(MemoryPurpose::Activations, 30);
    meter.subtract(MemoryPurpose::Activations, 30);
    meter.add(MemoryPurpose::Weights, 5);
    meter.add(MemoryPurpose::Host, 8);
    meter.subtract(MemoryPurpose::Host, 6);
    meter.resetPeaks();
    const MemoryHighest highest = meter.takeHighest();
    QCOMPARE(highest.deviceBytes, uint64_t {70});
    QCOMPARE(highest.weightsBytes, uint64_t {40});
    QCOMPARE(highest.hostOverheadBytes, uint64_t {8});
    const MemoryHighest now = meter.takeHighest(); // what is held
    QCOMPARE(now.deviceBytes, uint64_t {45});
    QCOMPARE(now.weightsBytes, uint64_t {45});
    QCOMPARE(now.hostOverheadBytes, uint64_t {2});
}

void TestMemoryMeter::importedBytesAreTheirOwnCount()
{
    MemoryMeter meter;
    meter.addImported(4096);
    QCOMPARE(meter.snapshot().importedBytes, uint64_t {4096});
    QCOMPARE(meter.current(MemoryPurpose::Weights), uint64_t {0});
    meter.subtractImported(4096);
    QCOMPARE(meter.snapshot().importedBytes, uint64_t {0});
}

void TestMemoryMeter::meteredBytesGiveBack()
{
    const auto meter = std::make_shared<MemoryMeter>();
    {
        const MeteredBytes bytes(meter, MemoryPurpose::Weights, 7);
        QCOMPARE(bytes.bytes(), uint64_t {7});
        QCOMPARE(meter->current(MemoryPurpose::Weights), uint64_t {7});
    }
    QCOMPARE(meter->current(MemoryPurpose::Weights), uint64_t {0});
}

void TestMemoryMeter::meteredBytesMove()
{
    const auto meter = std::make_shared<MemoryMeter>();
    MeteredBytes first(meter, MemoryPurpose::Weights, 7);
    MeteredBytes second(meter, MemoryPurpose::Activations, 9);
    second = std::move(first); // gives back its own, takes the other's
    QCOMPARE(meter->current(MemoryPurpose::Activations), uint64_t {0});
    QCOMPARE(meter->current(MemoryPurpose::Weights), uint64_t {7});
    MeteredBytes& self = second;
    second = std::move(self);
    QCOMPARE(meter->current(MemoryPurpose::Weights), uint64_t {7});
    MeteredBytes third(std::move(second));
    QCOMPARE(third.bytes(), uint64_t {7});
    third = MeteredBytes();
    QCOMPARE(meter->current(MemoryPurpose::Weights), uint64_t {0});
}

void TestMemoryMeter::meterMayDieFirst()
{
    auto meter = std::make_shared<MemoryMeter>();
    const std::weak_ptr<MemoryMeter> watch = meter;
    auto bytes = std::make_unique<MeteredBytes>(meter, MemoryPurpose::Host, 1);
    meter.reset();
    QVERIFY(!watch.expired());
    bytes.reset();
    QVERIFY(watch.expired());
}

void TestMemoryMeter::manyThreads()
{
    constexpr int threadCount = 4;
    constexpr int rounds = 20'000;
    const auto meter = std::make_shared<MemoryMeter>();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < threadCount; ++i) {
            threads.emplace_back([meter] {
                for (int round = 0; round < rounds; ++round) {
                    const MeteredBytes bytes(meter, MemoryPurpose::Staging, 3);
                }
            });
        }
    }
    QCOMPARE(meter->current(MemoryPurpose::Staging), uint64_t {0});
    QCOMPARE(meter->snapshot().hostOverheadBytes(), uint64_t {0});
    QVERIFY(meter->peak(MemoryPurpose::Staging) >= 3);
    QVERIFY(meter->peak(MemoryPurpose::Staging) <= 3 * threadCount);
    // The two peaks are raised one after the other: between them another thread may come or go.
    QVERIFY(meter->hostOverheadPeak() >= 3);
    QVERIFY(meter->hostOverheadPeak() <= 3 * threadCount);
}

QTEST_APPLESS_MAIN(TestMemoryMeter)
#include "tst_memorymeter.moc"
