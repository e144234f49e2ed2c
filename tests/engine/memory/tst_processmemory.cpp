// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/processmemory.h"

#include <QTest>

#include <vector>

using namespace weightless;

class TestProcessMemory : public QObject {
    Q_OBJECT

private slots:
    void readsThisProcess();
    void seesWhatWasTouched();
    void knowsWhatTheSystemHas();
};

void TestProcessMemory::readsThisProcess()
{
    const ProcessMemory memory = processMemory();
    QVERIFY(memory.anonymousBytes > 0);
    QVERIFY(memory.residentBytes() >= memory.anonymousBytes);
    QVERIFY(memory.peakResidentBytes > 0);
}

void TestProcessMemory::seesWhatWasTouched()
{
    constexpr uint64_t size = 64 << 20;
    const ProcessMemory before = processMemory();
    {
        const std::vector<char> touched(size, 1);
        const ProcessMemory during = processMemory();
        QVERIFY(touched.back() == 1);
        QVERIFY(during.anonymousBytes >= before.anonymousBytes + size * 9 / 10);
        QVERIFY(during.peakResidentBytes >= size);
    }
}

void TestProcessMemory::knowsWhatTheSystemHas()
{
    const uint64_t available = availableSystemMemoryBytes();
    QVERIFY(available > 0);
    QVERIFY(available <= systemMemoryBytes());
    QVERIFY(systemMemoryBytes() < uint64_t {1} << 50);
}

QTEST_APPLESS_MAIN(TestProcessMemory)
#include "tst_processmemory.moc"
