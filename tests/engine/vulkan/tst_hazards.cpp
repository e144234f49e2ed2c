// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/hazards.h"

#include <QTest>

using namespace weightless::vulkan;

class TestHazards : public QObject {
    Q_OBJECT

private slots:
    void needsBarrier_data();
    void needsBarrier();
    void barrierForgetsWhatWasBefore();
    void oneCommandNeverConflictsWithItself();
    void manyIndependentCommandsStayBounded();
};

void TestHazards::needsBarrier_data()
{
    QTest::addColumn<bool>("firstWrites");
    QTest::addColumn<bool>("secondWrites");
    QTest::addColumn<quint64>("secondBuffer");
    QTest::addColumn<quint64>("secondBegin");
    QTest::addColumn<quint64>("secondEnd");
    QTest::addColumn<bool>("expected");
    // The first command touches bytes 100 to 200 of buffer 1.
    QTest::newRow("read after read") << false << false << quint64 {1} << quint64 {100} << quint64 {200}
                                     << false;
    QTest::newRow("read after write")
        << true << false << quint64 {1} << quint64 {100} << quint64 {200} << true;
    QTest::newRow("write after read")
        << false << true << quint64 {1} << quint64 {100} << quint64 {200} << true;
    QTest::newRow("write after write")
        << true << true << quint64 {1} << quint64 {100} << quint64 {200} << true;
    QTest::newRow("another buffer") << true << true << quint64 {2} << quint64 {100} << quint64 {200} << false;
    QTest::newRow("just before") << true << true << quint64 {1} << quint64 {0} << quint64 {100} << false;
    QTest::newRow("just after") << true << true << quint64 {1} << quint64 {200} << quint64 {300} << false;
    QTest::newRow("last byte") << true << false << quint64 {1} << quint64 {199} << quint64 {300} << true;
    QTest::newRow("first byte") << true << false << quint64 {1} << quint64 {0} << quint64 {101} << true;
    QTest::newRow("inside") << true << false << quint64 {1} << quint64 {120} << quint64 {130} << true;
    QTest::newRow("around") << true << false << quint64 {1} << quint64 {0} << quint64 {900} << true;
}

void TestHazards::needsBarrier()
{
    QFETCH(bool, firstWrites);
    QFETCH(bool, secondWrites);
    QFETCH(quint64, secondBuffer);
    QFETCH(quint64, secondBegin);
    QFETCH(quint64, secondEnd);
    HazardTracker tracker;
    const RangeAccess first {1, 100, 200, firstWrites};
    const RangeAccess second {secondBuffer, secondBegin, secondEnd, secondWrites};
    QVERIFY(!tracker.add(std::span(&first, 1)));
    QTEST(tracker.add(std::span(&second, 1)), "expected");
}

void TestHazards::barrierForgetsWhatWasBefore()
{
    HazardTracker tracker;
    const RangeAccess writeA {1, 0, 10, true};
    const RangeAccess writeB {2, 0, 10, true};
    const RangeAccess readA {1, 0, 10, false};
    const RangeAccess readB {2, 0, 10, false};
    QVERIFY(!tracker.add(std::span(&writeA, 1)));
    QVERIFY(!tracker.add(std::span(&writeB, 1)));
    QVERIFY(tracker.add(std::span(&readA, 1)));
    // The barrier for A covered the write of B too.
    QVERIFY(!tracker.add(std::span(&readB, 1)));
    QVERIFY(tracker.add(std::span(&writeA, 1)));
}

void TestHazards::oneCommandNeverConflictsWithItself()
{
    HazardTracker tracker;
    const RangeAccess inPlace[] = {{1, 0, 64, false}, {1, 0, 64, true}};
    QVERIFY(!tracker.add(inPlace));
    QVERIFY(tracker.add(inPlace));
}

void TestHazards::manyIndependentCommandsStayBounded()
{
    HazardTracker tracker;
    int barriers = 0;
    for (uint64_t i = 0; i < 3 * HazardTracker::maxPending; ++i) {
        const RangeAccess write {i, 0, 10, true};
        barriers += tracker.add(std::span(&write, 1)) ? 1 : 0;
    }
    QCOMPARE(barriers, 2);
    const RangeAccess last {3 * HazardTracker::maxPending - 1, 0, 10, false};
    QVERIFY(tracker.add(std::span(&last, 1))); // still known
}

QTEST_APPLESS_MAIN(TestHazards)
#include "tst_hazards.moc"
