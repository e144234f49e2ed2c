// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <array>
#include <random>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::affineKernel;
using weightless::testing::counting;

class TestRecorder : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void dependentChain_data();
    void dependentChain();
    void barriersOnlyWhereNeeded();
    void randomCommandsMatchTheHost();
    void fillsAndCopies();
    void timestampsGrow();
    void clocksMayTurnOver();
    void rejectsWhatDoesNotFit();
    void spentRecorder();
    void memoryServesAgain();

private:
    std::unique_ptr<testing::TestDevice> m_gpu;
};

void TestRecorder::dependentChain_data()
{
    QTest::addColumn<bool>("isInPlace");
    QTest::newRow("two buffers") << false;
    QTest::newRow("in place") << true;
}

void TestRecorder::dependentChain()
{
    QFETCH(bool, isInPlace);
    const std::shared_ptr<Device>& device = m_gpu->device;
    constexpr uint32_t count = 1 << 15;
    constexpr int links = 40;
    for (const KernelMode mode : testing::modesOf(*m_gpu->device)) {
        PipelineLibrary library(device);
        const auto pipeline = library.pipeline(affineKernel(), {}, mode);
        const BufferRange a = testing::activations(device, count);
        const BufferRange b = isInPlace ? a : testing::activations(device, count);
        testing::upload(device, a, counting(count));
        CommandRecorder recorder(device);
        for (int i = 0; i < links; ++i) {
            testing::recordAffine(recorder, pipeline, i % 2 == 0 ? a : b, i % 2 == 0 ? b : a, {0, count, 1});
        }
        const auto commands = recorder.finish();
        QCOMPARE(commands->barrierCount(), uint32_t {links - 1});
        QCOMPARE(commands->commandCount(), uint32_t {links});
        device->submit(commands).wait();
        QCOMPARE(testing::download(device, a), counting(count, links));
    }
}

void TestRecorder::barriersOnlyWhereNeeded()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    PipelineLibrary library(device);
    const auto pipeline = library.pipeline(affineKernel(), {}, KernelMode::Descriptors);
    const BufferRange x = testing::activations(device, 64);
    const BufferRange arena = testing::activations(device, 1024);
    CommandRecorder recorder(device);
    recorder.fill(x, 1);
    for (uint64_t i = 0; i < 4; ++i) { // one barrier before the first, none among the four
        testing::recordAffine(recorder, pipeline, x, arena.part(i * 1024, 256), {0, 64, 1});
    }
    recorder.copy(arena.part(0, 256), arena.part(2048 + 256, 256)); // reads what was written
    recorder.copy(arena.part(1024, 256), arena.part(2048 + 512, 256)); // that barrier covers this one
    const auto commands = recorder.finish();
    QCOMPARE(commands->commandCount(), 7u);
    QCOMPARE(commands->barrierCount(), 2u);
    device->submit(commands).wait();
    QCOMPARE(testing::download(device, arena.part(2048 + 256, 512)), std::vector<uint32_t>(128, 2));
}

// Any order of copies, fills and dispatches gives what it gives one by one, and the layer sees no hazard.
void TestRecorder::randomCommandsMatchTheHost()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    constexpr uint32_t cells = 16; // of 64 words
    PipelineLibrary library(device);
    const auto pipeline = library.pipeline(affineKernel(), {}, KernelMode::Descriptors);
    const BufferRange memory = testing::activations(device, cells * 64);
    std::vector<uint32_t> expected = counting(cells * 64);
    testing::upload(device, memory, expected);
    std::mt19937 random(20260);
    CommandRecorder recorder(device);
    for (int step = 0; step < 200; ++step) {
        const uint32_t from = random() % cells;
        const uint32_t to = (from + 1 + random() % (cells - 1)) % cells;
        const auto begin = expected.begin();
        switch (random() % 3) {
        case 0:
            recorder.copy(memory.part(from * 256, 256), memory.part(to * 256, 256));
            std::copy_n(begin + from * 64, 64, begin + to * 64);
            break;
        case 1:
            recorder.fill(memory.part(to * 256, 256), from);
            std::fill_n(begin + to * 64, 64, from);
            break;
        default:
            testing::recordAffine(
                recorder, pipeline, memory.part(from * 256, 256), memory.part(to * 256, 256), {0, 64, 5});
            std::transform(
                begin + from * 64, begin + from * 64 + 64, begin + to * 64, [](uint32_t v) { return v + 5; });
        }
    }
    device->submit(recorder.finish()).wait();
    QCOMPARE(testing::download(device, memory), expected);
}

void TestRecorder::fillsAndCopies()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    const BufferRange range = testing::activations(device, 8);
    const BufferRange other = testing::activations(device, 8);
    CommandRecorder recorder(device);
    recorder.fill(range, 0x01020304);
    recorder.fill(range.part(8, 8), 0xaabbccdd);
    recorder.copy(range.part(5, 9), other.part(0, 9)); // any byte offset
    WEIGHTLESS_VERIFY_ERROR(
        (recorder.fill(range.part(2, 4), 0), 0), ErrorKind::InvalidArgument, "multiples of 4");
    WEIGHTLESS_VERIFY_ERROR(
        (recorder.fill(range.part(0, 6), 0), 0), ErrorKind::InvalidArgument, "multiples of 4");
    WEIGHTLESS_VERIFY_ERROR(
        (recorder.copy(range.part(0, 8), range.part(4, 8)), 0), ErrorKind::InvalidArgument, "overlapping");
    WEIGHTLESS_VERIFY_ERROR(
        (recorder.copy(range.part(0, 8), other.part(0, 4)), 0), ErrorKind::InvalidArgument, "8 bytes");
    WEIGHTLESS_VERIFY_ERROR((recorder.copy({range.buffer, 0, 64}, {other.buffer, 0, 64}), 0),
        ErrorKind::InvalidArgument, "leaves");
    WEIGHTLESS_VERIFY_ERROR((recorder.fill({nullptr, 0, 4}, 0), 0), ErrorKind::InvalidArgument, "no buffer");
    device->submit(recorder.finish()).wait();
    QCOMPARE(testing::download(device, range),
        (std::vector<uint32_t> {
            0x01020304, 0x01020304, 0xaabbccdd, 0xaabbccdd, 0x01020304, 0x01020304, 0x01020304, 0x01020304}));
    QCOMPARE(testing::download(device, other.part(0, 8)), (std::vector<uint32_t> {0xdd010203, 0xddaabbcc}));
}

void TestRecorder::timestampsGrow()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    if (!device->hasTimestamps()) {
        QSKIP("no timestamps");
    }
    const auto pool = std::make_shared<const TimestampPool>(device, 3);
    WEIGHTLESS_VERIFY_ERROR(TimestampPool(device, 0), ErrorKind::InvalidArgument, "no timestamps");
    WEIGHTLESS_VERIFY_ERROR(pool->readNs(1, 3), ErrorKind::InvalidArgument, "pool of 3");
    QVERIFY(pool->readNs(3, 0).empty());
    const BufferRange range = testing::activations(device, 1 << 20);
    CommandRecorder recorder(device);
    recorder.writeTimestamp(pool, 0);
    recorder.fill(range, 1);
    recorder.writeTimestamp(pool, 1);
    WEIGHTLESS_VERIFY_ERROR((recorder.writeTimestamp(pool, 3), 0), ErrorKind::InvalidArgument, "Timestamp 3");
    const auto commands = recorder.finish();
    for (int i = 0; i < 2; ++i) { // command buffers with timestamps can be submitted again
        device->submit(commands).wait();
        const std::vector<int64_t> times = pool->readNs(0, 2);
        QVERIFY(times[1] >= times[0]);
        QVERIFY(times[1] - times[0] < 60'000'000'000);
    }
}

void TestRecorder::clocksMayTurnOver()
{
    QCOMPARE(ticksBetween(5, 9, 64), int64_t {4});
    QCOMPARE(ticksBetween(UINT64_MAX, 1, 64), int64_t {2});
    constexpr uint64_t turn = uint64_t {1} << 36;
    QCOMPARE(ticksBetween(turn - 10, 30, 36), int64_t {40});
    QCOMPARE(ticksBetween(30, turn - 10, 36), int64_t {-40});
    QCOMPARE(ticksBetween(turn - 10, 7 * turn + 30, 36), int64_t {40}); // what lies above counts for nothing
}

void TestRecorder::rejectsWhatDoesNotFit()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    PipelineLibrary library(device);
    const auto pipeline = library.pipeline(affineKernel(), {}, KernelMode::Descriptors);
    const BufferRange x = testing::activations(device, 64);
    const std::array<std::byte, 128> bytes {};
    const std::span<const std::byte> parameters = std::span(bytes).first(12);
    const std::vector<TensorBinding> good {{x, 4, Access::Read}, {x, 4, Access::ReadWrite}};
    const std::vector<TensorBinding> many(maxKernelTensors + 1, good[0]);
    const std::vector<TensorBinding> inside {{x.part(2, 8), 4, Access::Read}, good[1]};
    const std::vector<TensorBinding> beyond {{{x.buffer, 128, 256}, 4, Access::Read}, good[1]};
    const std::vector<TensorBinding> noSize {{x, 0, Access::Read}, good[1]};
    CommandRecorder recorder(device);
    const auto dispatch = [&](std::span<const TensorBinding> bindings, std::span<const std::byte> push,
                              const GroupRange& groups) {
        recorder.dispatch(pipeline, bindings, push, groups);
        return 0;
    };
    WEIGHTLESS_VERIFY_ERROR(
        dispatch(std::span(good).first(1), parameters, {}), ErrorKind::Internal, "affine was given 1");
    WEIGHTLESS_VERIFY_ERROR(dispatch(many, parameters, {}), ErrorKind::Internal, "tensors");
    WEIGHTLESS_VERIFY_ERROR(dispatch(good, std::span(bytes).first(10), {}), ErrorKind::Internal, "10 bytes");
    WEIGHTLESS_VERIFY_ERROR(
        dispatch(good, std::span(bytes).first(108), {}), ErrorKind::Internal, "108 bytes");
    WEIGHTLESS_VERIFY_ERROR(
        dispatch(inside, parameters, {}), ErrorKind::InvalidArgument, "inside an element");
    WEIGHTLESS_VERIFY_ERROR(dispatch(noSize, parameters, {}), ErrorKind::InvalidArgument, "element");
    WEIGHTLESS_VERIFY_ERROR(
        dispatch(beyond, parameters, {}), ErrorKind::InvalidArgument, "leaves its buffer");
    const uint32_t most = device->traits().maxWorkGroupCount[1];
    WEIGHTLESS_VERIFY_ERROR(
        dispatch(good, parameters, {{1, most, 1}, {0, 1, 0}}), ErrorKind::Internal, "dimension 1");
    QCOMPARE(recorder.finish()->commandCount(), 0u);

    std::string reason;
    const auto other = testing::TestDevice::open(reason);
    QVERIFY2(other, reason.c_str());
    CommandRecorder foreign(other->device);
    WEIGHTLESS_VERIFY_ERROR(
        (foreign.dispatch(pipeline, good, parameters, {}), 0), ErrorKind::InvalidArgument, "device");
    WEIGHTLESS_VERIFY_ERROR(
        (foreign.launchEmpty(pipeline), 0), ErrorKind::InvalidArgument, "compiled for another device");
    WEIGHTLESS_VERIFY_ERROR((foreign.fill(x, 0), 0), ErrorKind::InvalidArgument, "another device");
}

void TestRecorder::spentRecorder()
{
    CommandRecorder recorder(m_gpu->device);
    CommandRecorder moved(std::move(recorder));
    static_cast<void>(moved.finish());
    const BufferRange x = testing::activations(m_gpu->device, 4);
    WEIGHTLESS_VERIFY_ERROR(moved.finish(), ErrorKind::InvalidState, "finished");
    WEIGHTLESS_VERIFY_ERROR((moved.fill(x, 0), 0), ErrorKind::InvalidState, "finished");
    CommandRecorder abandoned(m_gpu->device); // recorded, never finished: no message, no leak
    abandoned.fill(x, 1);
}

// Command buffers one after the other take one pool, those that are alive together one each; what is recorded
// into used memory is as good as new.
void TestRecorder::memoryServesAgain()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    PipelineLibrary library(device);
    const uint32_t factor = 2;
    const auto pipeline = library.pipeline(affineKernel(), std::span(&factor, 1), KernelMode::Descriptors);
    const BufferRange x = testing::activations(device, 100);
    testing::upload(device, x, counting(100));
    const CommandMemory memory(device);
    const auto record = [&](const BufferRange& y, size_t dispatches) {
        CommandRecorder recorder(memory);
        for (size_t i = 0; i < dispatches; ++i) { // more descriptor sets than a pool has
            testing::recordAffine(recorder, pipeline, x, y, {0, 100, static_cast<uint32_t>(i)});
        }
        return recorder.finish();
    };
    for (uint32_t round = 0; round < 5; ++round) {
        const BufferRange y = testing::activations(device, 100);
        const size_t dispatches = round % 2 == 0 ? 100 : 1;
        device->submit(record(y, dispatches)).wait();
        std::vector<uint32_t> expected;
        for (uint32_t i = 0; i < 100; ++i) {
            expected.push_back(2 * i + static_cast<uint32_t>(dispatches) - 1);
        }
        QCOMPARE(testing::download(device, y), expected);
    }
    QCOMPARE(memory.poolCount(), size_t {1});
    {
        const BufferRange y = testing::activations(device, 100);
        std::vector<Submission> alive;
        for (int i = 0; i < 3; ++i) {
            alive.push_back(device->submit(record(y, 1)));
        }
    }
    QCOMPARE(memory.poolCount(), size_t {3});
    {
        const CommandRecorder abandoned(memory);
        const CommandRecorder another(memory);
    }
    QCOMPARE(memory.poolCount(), size_t {3});
}

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
