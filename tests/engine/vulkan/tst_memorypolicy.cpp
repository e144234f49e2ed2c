// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/memorypolicy.h"

#include "tests/engine/vulkan/memorylayouts.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::vulkan;
using namespace weightless::testing;

namespace {

using Types = std::vector<uint32_t>;

// What a device is to get.
struct Expected {
    bool isUnified = false;
    bool hasMappedWeights = false;
    Converter converter = Converter::Device;
    Types weights;
    Types activations;
    Types upload;
    Types readback;
    uint64_t budgetBytes = 0;
};

} // namespace

Q_DECLARE_METATYPE(Expected)
Q_DECLARE_METATYPE(vulkan::MemoryLayout)

class TestMemoryPolicy : public QObject {
    Q_OBJECT

private slots:
    void devices_data();
    void devices();
    void neverUsed_data() { devices_data(); }
    void neverUsed();
    void onlyReadBacksNeedNoCoherence();
    void filePagesAreBoundWhereThatIsKnownToWork();
    void whoTakesTheSystemsMemory();
};

void TestMemoryPolicy::devices_data()
{
    QTest::addColumn<MemoryLayout>("layout");
    QTest::addColumn<Expected>("expected");
    const auto add = [](const char* name, MemoryLayout layout, Expected expected) {
        QTest::newRow(name) << std::move(layout) << std::move(expected);
    };
    constexpr Converter device = Converter::Device;
    constexpr Converter readers = Converter::Readers;
    // Behind a bus: weights and activations stay out of what is mapped, staging and read-backs out of the
    // card.
    add("NVIDIA, window of 256 MiB", layouts::nvidiaWithWindow(),
        {false, false, device, {1, 4}, {1, 4}, {2, 3, 4}, {3, 2, 4}, 12 * GiB});
    add("NVIDIA, resizable BAR", layouts::nvidiaWithResizableBar(),
        {false, false, device, {1, 4}, {1, 4}, {2, 3, 4}, {3, 2, 4}, 12 * GiB});
    add("NVIDIA, nothing visible", layouts::nvidiaWithoutWindow(),
        {false, false, device, {1}, {1}, {2, 3}, {3, 2}, 4 * GiB});
    add("AMD, window of 256 MiB", layouts::amdWithWindow(),
        {false, false, device, {0, 2}, {0, 2}, {1, 3, 2}, {3, 1, 2}, 16 * GiB - 256 * MiB});
    add("AMD, resizable BAR", layouts::amdWithResizableBar(),
        {false, false, device, {0, 2}, {0, 2}, {1, 3, 2}, {3, 1, 2}, 16 * GiB});
    add("a small heap before all else", layouts::smallHeapFirst(),
        {false, false, device, {1, 0}, {1, 0}, {2, 3}, {3, 2}, 16 * GiB - 16 * MiB});
    add("Intel Arc", layouts::intelArc(), {false, false, device, {0, 2}, {0, 2}, {1, 2}, {1, 2}, 16 * GiB});
    // Memory of the CPU's: the device's share first, all of it in the end.
    add("AMD, integrated", layouts::amdIntegrated(),
        {true, true, readers, {2, 1, 3, 0}, {2, 3, 1, 0}, {1, 3, 2}, {3, 1, 2}, 15 * GiB});
    add("AMD, integrated, carve-out", layouts::amdIntegratedWithCarveOut(),
        {true, true, readers, {2, 1, 3, 0}, {2, 3, 1, 0}, {1, 3, 2}, {3, 1, 2}, 8 * GiB + 512 * MiB});
    add("Intel, integrated", layouts::intelIntegrated(),
        {true, true, readers, {0, 1}, {1, 0}, {0, 1}, {1, 0}, 12 * GiB});
    add("Intel, integrated, no shared cache", layouts::intelMeteorLake(),
        {true, true, readers, {0}, {0}, {0}, {1, 0}, 24 * GiB});
    add("lavapipe", layouts::lavapipe(), {true, true, readers, {0}, {0}, {0}, {0}, 2 * GiB});
}

void TestMemoryPolicy::devices()
{
    QFETCH(MemoryLayout, layout);
    QFETCH(Expected, expected);
    const MemoryPolicy policy = memoryPolicyFor(layout);
    QCOMPARE(policy.isUnified, expected.isUnified);
    QCOMPARE(policy.hasMappedWeights, expected.hasMappedWeights);
    QVERIFY(policy.converter == expected.converter);
    QVERIFY(policy.hasCachedReadback);
    QCOMPARE(policy.typesFor(BufferIntent::Weights), expected.weights);
    QCOMPARE(policy.typesFor(BufferIntent::Activations), expected.activations);
    QCOMPARE(policy.typesFor(BufferIntent::Upload), expected.upload);
    QCOMPARE(policy.typesFor(BufferIntent::Readback), expected.readback);
    uint64_t budgetBytes = 0;
    for (const uint32_t heap : policy.weightHeaps) {
        budgetBytes += layout.heaps[heap].sizeBytes;
    }
    QCOMPARE(budgetBytes, expected.budgetBytes);
}

void TestMemoryPolicy::neverUsed()
{
    QFETCH(MemoryLayout, layout);
    const MemoryPolicy policy = memoryPolicyFor(layout);
    for (size_t intent = 0; intent < bufferIntentCount; ++intent) {
        QVERIFY(!policy.types[intent].empty());
        for (const uint32_t index : policy.types[intent]) {
            const MemoryType& type = layout.types[index];
            QVERIFY(!type.isSpecial);
            QVERIFY(type.isHostVisible || intent < static_cast<size_t>(BufferIntent::Upload));
            QVERIFY(type.isHostCoherent || !type.isHostVisible
                || intent == static_cast<size_t>(BufferIntent::Readback));
        }
    }
    // Read-backs are cached wherever there is some such memory; so is what kernels count, if it need not be
    // invalidated.
    QVERIFY(layout.types[policy.typesFor(BufferIntent::Readback).front()].isHostCached);
    const bool hasBoth = std::ranges::any_of(layout.types, [](const MemoryType& type) {
        return type.isHostVisible && type.isHostCoherent && type.isHostCached && !type.isSpecial;
    });
    QCOMPARE(layout.types[policy.typesFor(BufferIntent::Counts).front()].isHostCached, hasBoth);
}

void TestMemoryPolicy::onlyReadBacksNeedNoCoherence()
{
    // As some mobile chips have it: cached memory with and without care, before what is not cached.
    const MemoryLayout layout {DeviceType::Integrated, {layouts::own(GiB)},
        {layouts::type("dvc", 0), layouts::type("dvh", 0), layouts::type("d", 0), layouts::type("dvhc", 0)}};
    const MemoryPolicy policy = memoryPolicyFor(layout);
    QCOMPARE(policy.typesFor(BufferIntent::Readback), (Types {3, 0, 1}));
    QCOMPARE(policy.typesFor(BufferIntent::Weights), (Types {1, 3, 2}));
    QCOMPARE(policy.typesFor(BufferIntent::Activations), (Types {3, 1, 2}));
    QCOMPARE(policy.typesFor(BufferIntent::Upload), (Types {1, 3}));
    QCOMPARE(policy.typesFor(BufferIntent::Parameters), (Types {1, 3}));
    QCOMPARE(policy.typesFor(BufferIntent::Counts), (Types {3, 1}));

    // Memory that is neither is not read.
    const MemoryPolicy bare = memoryPolicyFor(
        {DeviceType::Integrated, {layouts::own(GiB)}, {layouts::type("dv", 0), layouts::type("dvh", 0)}});
    QCOMPARE(bare.typesFor(BufferIntent::Readback), Types {1});
    QVERIFY(!bare.hasCachedReadback);
}

void TestMemoryPolicy::filePagesAreBoundWhereThatIsKnownToWork()
{
    constexpr uint32_t nvidia = 0x10de;
    constexpr uint32_t amd = 0x1002;
    constexpr uint32_t intel = 0x8086;
    QVERIFY(bindsFilePages(DeviceType::Software, 0x10005));
    QVERIFY(bindsFilePages(DeviceType::Integrated, nvidia));
    for (const uint32_t vendor : {amd, intel}) {
        QVERIFY(!bindsFilePages(DeviceType::Integrated, vendor));
    }
    for (const uint32_t vendor : {nvidia, amd, intel}) {
        QVERIFY(!bindsFilePages(DeviceType::Discrete, vendor));
    }
}

void TestMemoryPolicy::whoTakesTheSystemsMemory()
{
    QVERIFY(takesSystemMemory(layouts::intelIntegrated(), 16 * GiB));
    QVERIFY(takesSystemMemory(layouts::amdIntegrated(), 16 * GiB));
    QVERIFY(takesSystemMemory(layouts::amdIntegratedWithCarveOut(), 16 * GiB));
    QVERIFY(takesSystemMemory(layouts::amdIntegrated(), 0)); // it does not say
    QVERIFY(!takesSystemMemory(layouts::amdIntegrated(), 8 * GiB)); // that has set memory aside
    QVERIFY(!takesSystemMemory(layouts::amdWithResizableBar(), 64 * GiB));
    QVERIFY(takesSystemMemory(layouts::lavapipe(), 1 * GiB)); // its heap is nominal
}

QTEST_APPLESS_MAIN(TestMemoryPolicy)
#include "tst_memorypolicy.moc"
