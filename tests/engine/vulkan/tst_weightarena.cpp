// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/vulkan/recorder.h"
#include "engine/vulkan/weightarena.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <atomic>
#include <thread>

using namespace weightless;
using namespace weightless::vulkan;

class TestWeightArena : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup()
    {
        WEIGHTLESS_VERIFY_VALIDATION(m_gpu);
        if (m_gpu) {
            QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
        }
    }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void packsManyTensors();
    void largeTensorGetsItsOwn();
    void smallTensorsFillTheRest();
    void lastBlockIsCutToTheExpectation();
    void blockDiesWithItsLastRange();
    void spaceOfADeadRangeIsUsedAgain();
    void aCommandBufferKeepsTheRangesItNames();
    void predictsBesideWhatIsFree();
    void fallsBackToWhatIsNeeded();
    void manyThreads();

private:
    std::unique_ptr<testing::TestDevice> m_gpu;
};

void TestWeightArena::packsManyTensors()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    std::vector<BufferRange> ranges;
    for (int i = 0; i < 700; ++i) {
        ranges.push_back(arena.allocate(static_cast<uint64_t>(i) % 900));
        QCOMPARE(ranges.back().sizeBytes, static_cast<uint64_t>(i) % 900);
        QCOMPARE(ranges.back().offsetBytes % WeightArena::rangeAlignmentBytes, uint64_t {0});
        QVERIFY(ranges.back().offsetBytes + ranges.back().sizeBytes <= ranges.back().buffer->sizeBytes());
    }
    QCOMPARE(arena.blockCount(), size_t {1});
    for (size_t i = 1; i < ranges.size(); ++i) {
        QVERIFY(ranges[i].offsetBytes
            >= ranges[i - 1].offsetBytes + std::max<uint64_t>(ranges[i - 1].sizeBytes, 1));
    }
}

void TestWeightArena::largeTensorGetsItsOwn()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    const BufferRange large = arena.allocate(3 * MiB + 5);
    QCOMPARE(large.offsetBytes, uint64_t {0});
    QVERIFY(large.buffer->sizeBytes() >= 3 * MiB + 5);
    QVERIFY(large.buffer->sizeBytes() < 3 * MiB + 5 + WeightArena::rangeAlignmentBytes);
}

void TestWeightArena::smallTensorsFillTheRest()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    const BufferRange first = arena.allocate(700 * KiB);
    const BufferRange second = arena.allocate(700 * KiB); // does not fit behind the first
    const BufferRange third = arena.allocate(200 * KiB); // fits
    QVERIFY(first.buffer != second.buffer);
    QCOMPARE(third.buffer, first.buffer);
    QCOMPARE(arena.blockCount(), size_t {2});
}

void TestWeightArena::lastBlockIsCutToTheExpectation()
{
    WeightArena arena(m_gpu->device, 5 * MiB / 2, MiB);
    std::vector<BufferRange> ranges;
    for (int i = 0; i < 5; ++i) {
        ranges.push_back(arena.allocate(MiB / 2));
    }
    QCOMPARE(arena.blockCount(), size_t {3});
    WeightArena exact(m_gpu->device, 64 * MiB, 48 * MiB);
    const BufferRange a = exact.allocate(48 * MiB);
    const BufferRange b = exact.allocate(8 * MiB);
    const BufferRange c = exact.allocate(8 * MiB);
    QCOMPARE(b.buffer->sizeBytes(), 16 * MiB);
    QCOMPARE(c.buffer, b.buffer);
}

void TestWeightArena::blockDiesWithItsLastRange()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    BufferRange first = arena.allocate(100);
    BufferRange second = arena.allocate(100);
    const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
    QVERIFY(held >= MiB);
    first = {};
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), held);
    second = {};
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), uint64_t {0});
    QCOMPARE(arena.blockCount(), size_t {0});
    QVERIFY(arena.allocate(100).buffer); // and it goes on
}

void TestWeightArena::spaceOfADeadRangeIsUsedAgain()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    const BufferRange first = arena.allocate(256 * KiB);
    BufferRange second = arena.allocate(256 * KiB);
    BufferRange third = arena.allocate(256 * KiB);
    const BufferRange fourth = arena.allocate(256 * KiB);
    second = {};
    third = {}; // the two touch
    const BufferRange both = arena.allocate(512 * KiB);
    QCOMPARE(both.offsetBytes, 256 * KiB);
    QCOMPARE(both.buffer, first.buffer);
    for (int i = 0; i < 100; ++i) {
        QVERIFY(arena.allocate(100).buffer); // given up at once
    }
    QCOMPARE(arena.blockCount(), size_t {1});
}

// Ranges of one buffer are held one by one: what recorded commands use is nobody else's.
void TestWeightArena::aCommandBufferKeepsTheRangesItNames()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    BufferRange first = arena.allocate(512 * KiB);
    BufferRange second = arena.allocate(512 * KiB);
    CommandRecorder recorder(m_gpu->device);
    recorder.copy(first, second);
    auto commands = recorder.finish();
    first = {};
    second = {};
    QVERIFY(arena.allocate(256 * KiB).buffer);
    QCOMPARE(arena.predictGrowth(std::vector<uint64_t> {512 * KiB}), 512 * KiB);
    commands.reset();
    QCOMPARE(arena.blockCount(), size_t {0});
}

void TestWeightArena::predictsBesideWhatIsFree()
{
    WeightArena arena(m_gpu->device, 3 * MiB, MiB);
    const std::vector<uint64_t> sizes(6, MiB / 2);
    QCOMPARE(arena.predictGrowth(sizes), 3 * MiB);
    const BufferRange first = arena.allocate(MiB / 2); // leaves half a block
    QCOMPARE(arena.predictGrowth(std::vector<uint64_t>(1, MiB / 2)), uint64_t {0});
    const uint64_t before = m_gpu->meter->current(MemoryPurpose::Weights);
    const uint64_t predicted = arena.predictGrowth(sizes);
    arena.expect(3 * MiB);
    std::vector<BufferRange> ranges;
    for (const uint64_t size : sizes) {
        ranges.push_back(arena.allocate(size));
    }
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights) - before, predicted);
}

void TestWeightArena::fallsBackToWhatIsNeeded()
{
    std::string reason;
    const auto gpu = testing::TestDevice::open(reason, {[](uint64_t bytes) { return bytes > MiB; }});
    QVERIFY2(gpu, reason.c_str());
    WeightArena arena(gpu->device, 0, 16 * MiB);
    const BufferRange range = arena.allocate(MiB / 2);
    QCOMPARE(range.buffer->sizeBytes(), MiB / 2);
    WEIGHTLESS_VERIFY_ERROR(arena.allocate(2 * MiB), ErrorKind::OutOfMemory, "2.00 MiB");
    QVERIFY(arena.allocate(MiB / 4).buffer); // a failure leaves the arena usable
}

void TestWeightArena::manyThreads()
{
    WeightArena arena(m_gpu->device, 0, MiB);
    std::array<std::vector<BufferRange>, 4> ranges;
    {
        std::vector<std::jthread> threads;
        for (std::vector<BufferRange>& own : ranges) {
            threads.emplace_back([&arena, &own] {
                for (int i = 0; i < 200; ++i) {
                    own.push_back(arena.allocate(1000));
                }
            });
        }
    }
    std::vector<std::pair<const Buffer*, uint64_t>> places;
    for (const std::vector<BufferRange>& own : ranges) {
        for (const BufferRange& range : own) {
            places.emplace_back(range.buffer.get(), range.offsetBytes);
        }
    }
    std::sort(places.begin(), places.end());
    QVERIFY(std::adjacent_find(places.begin(), places.end()) == places.end());
    QCOMPARE(arena.blockCount(), size_t {1});
}

QTEST_GUILESS_MAIN(TestWeightArena)
#include "tst_weightarena.moc"
