// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/deviceinternals.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <array>
#include <thread>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::counting;
using namespace std::chrono_literals;

class TestSubmission : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void emptySubmissionIsDone();
    void resubmissionsRunInOrder();
    void submissionsSeeEarlierOnes();
    void pointsOrderTheQueues();
    void waitEndsOnTimeAndStop();
    void destructionWaits();
    void moves();
    void manyThreadsSubmit();
    void everythingDiesInAnyOrder();
    void rejectsForeignCommandBuffers();
    void lostDeviceIsReported();

private:
    // Adds 1 to every word of `buffer`, in place.
    [[nodiscard]] std::shared_ptr<const CommandBuffer> increment(const BufferRange& range, uint32_t count);

    std::unique_ptr<testing::TestDevice> m_gpu;
};

std::shared_ptr<const CommandBuffer> TestSubmission::increment(const BufferRange& range, uint32_t count)
{
    PipelineLibrary library(m_gpu->device);
    CommandRecorder recorder(m_gpu->device);
    testing::recordAffine(recorder, library.pipeline(testing::affineKernel(), {}, KernelMode::Descriptors),
        range, range, {0, count, 1});
    return recorder.finish();
}

void TestSubmission::emptySubmissionIsDone()
{
    const Submission none;
    QVERIFY(none.isDone());
    QCOMPARE(none.wait(), WaitResult::Done);
    QCOMPARE(none.point(), QueuePoint {});
    const Submission nothing = m_gpu->device->submit(QueueKind::Compute, {});
    QCOMPARE(nothing.wait(), WaitResult::Done);
    QVERIFY(nothing.isDone());
}

void TestSubmission::resubmissionsRunInOrder()
{
    const BufferRange range = testing::activations(m_gpu->device, 1000);
    testing::upload(m_gpu->device, range, counting(1000));
    const auto commands = increment(range, 1000);
    std::vector<Submission> submissions;
    for (int i = 0; i < 20; ++i) {
        submissions.push_back(m_gpu->device->submit(commands)); // while the earlier ones run
    }
    submissions.back().wait();
    for (const Submission& submission : submissions) {
        QVERIFY(submission.isDone());
    }
    QCOMPARE(testing::download(m_gpu->device, range), counting(1000, 20));
}

void TestSubmission::submissionsSeeEarlierOnes()
{
    const BufferRange a = testing::activations(m_gpu->device, 4096);
    const BufferRange b = testing::activations(m_gpu->device, 4096);
    PipelineLibrary library(m_gpu->device);
    const auto pipeline = library.pipeline(testing::affineKernel(), {}, KernelMode::Descriptors);
    testing::upload(m_gpu->device, a, counting(4096));
    std::vector<Submission> submissions;
    for (int i = 0; i < 10; ++i) {
        CommandRecorder recorder(m_gpu->device);
        testing::recordAffine(recorder, pipeline, i % 2 == 0 ? a : b, i % 2 == 0 ? b : a, {0, 4096, 3});
        submissions.push_back(m_gpu->device->submit(recorder.finish()));
    }
    QCOMPARE(testing::download(m_gpu->device, a), counting(4096, 30));
}

void TestSubmission::pointsOrderTheQueues()
{
    // On a device without a copy engine both kinds are one queue, and the same calls hold.
    const std::shared_ptr<Device>& device = m_gpu->device;
    const BufferRange target = testing::activations(device, 256);
    const auto staging = std::make_shared<const Buffer>(device->createUploadBuffer(1024));
    const auto back = std::make_shared<const Buffer>(device->createReadbackBuffer(1024));
    const std::vector<uint32_t> words = counting(256, 40);
    std::memcpy(staging->mapped().data(), words.data(), 1024);

    CommandRecorder uploading(device, QueueKind::Transfer);
    uploading.copy(BufferRange::of(staging), target);
    const Submission uploaded = device->submit(uploading.finish());
    QCOMPARE(uploaded.point().queue, QueueKind::Transfer);
    const QueuePoint afterUpload[] = {uploaded.point()};
    const Submission computed = device->submit(increment(target, 256), afterUpload);
    const QueuePoint afterCompute[] = {computed.point(), {}};
    CommandRecorder reading(device, QueueKind::Transfer);
    reading.copy(target, BufferRange::of(back));
    device->submit(reading.finish(), afterCompute).wait();
    std::vector<uint32_t> result(256);
    std::memcpy(result.data(), back->mapped().data(), 1024);
    QCOMPARE(result, counting(256, 41));
}

void TestSubmission::waitEndsOnTimeAndStop()
{
    // A wait for a point nobody will reach: the next value of the timeline.
    const std::shared_ptr<DeviceInternals>& device = m_gpu->device->internals();
    std::stop_source stop;
    {
        uint64_t never = 0;
        {
            const std::scoped_lock lock(device->compute.mutex);
            never = device->compute.submittedValue + 1;
        }
        const Submission pending(device, {QueueKind::Compute, never}, {});
        QVERIFY(!pending.isDone());
        QCOMPARE(pending.wait(5ms), WaitResult::TimedOut);
        QCOMPARE(pending.wait(45ms, stop.get_token()), WaitResult::TimedOut);
        const std::jthread stopper([&stop] {
            std::this_thread::sleep_for(20ms);
            stop.request_stop();
        });
        QCOMPARE(pending.wait(60s, stop.get_token()), WaitResult::Stopped);
        static_cast<void>(m_gpu->device->submit(QueueKind::Compute, {})); // reaches it: `pending` may end
    }
}

void TestSubmission::destructionWaits()
{
    constexpr size_t words = 1 << 16;
    const auto back = std::make_shared<const Buffer>(m_gpu->device->createReadbackBuffer(words * 4));
    QueuePoint point;
    {
        // Source, pipeline and command buffer are kept by the submission alone.
        const BufferRange range = testing::activations(m_gpu->device, words);
        testing::upload(m_gpu->device, range, counting(words));
        PipelineLibrary library(m_gpu->device);
        CommandRecorder recorder(m_gpu->device);
        testing::recordAffine(recorder,
            library.pipeline(testing::affineKernel(), {}, KernelMode::Descriptors), range,
            BufferRange::of(back), {0, static_cast<uint32_t>(words), 9});
        point = m_gpu->device->submit(recorder.finish()).point();
    }
    const std::shared_ptr<DeviceInternals>& device = m_gpu->device->internals();
    QVERIFY(device->waitFor(device->queue(point.queue), point.value, 0ns));
    QCOMPARE(testing::download(m_gpu->device, BufferRange::of(back)), counting(words, 9));
}

void TestSubmission::moves()
{
    const BufferRange range = testing::activations(m_gpu->device, 64);
    testing::upload(m_gpu->device, range, counting(64));
    const auto commands = increment(range, 64);
    Submission first = m_gpu->device->submit(commands);
    Submission second = m_gpu->device->submit(commands);
    const QueuePoint point = second.point();
    first = std::move(second); // waits for the first
    QCOMPARE(first.point(), point);
    QVERIFY(second.isDone()); // NOLINT(bugprone-use-after-move): that is what is tested
    QCOMPARE(second.point(), QueuePoint {});
    const Submission third(std::move(first));
    QCOMPARE(third.wait(), WaitResult::Done);
    QCOMPARE(testing::download(m_gpu->device, range), counting(64, 2));
}

void TestSubmission::manyThreadsSubmit()
{
    std::array<std::vector<uint32_t>, 4> results;
    {
        std::vector<std::jthread> threads;
        for (uint32_t t = 0; t < results.size(); ++t) {
            threads.emplace_back([this, t, &results] {
                const BufferRange range = testing::activations(m_gpu->device, 500);
                testing::upload(m_gpu->device, range, counting(500, 1000 * t));
                const auto commands = increment(range, 500);
                for (int i = 0; i < 25; ++i) {
                    m_gpu->device->submit(commands).wait();
                }
                results[t] = testing::download(m_gpu->device, range);
            });
        }
    }
    for (uint32_t t = 0; t < results.size(); ++t) {
        QCOMPARE(results[t], counting(500, 1000 * t + 25));
    }
}

void TestSubmission::everythingDiesInAnyOrder()
{
    std::string reason;
    auto gpu = testing::TestDevice::open(reason);
    QVERIFY2(gpu, reason.c_str());
    auto back = std::make_shared<const Buffer>(gpu->device->createReadbackBuffer(256));
    Submission submission;
    {
        const BufferRange range = testing::activations(gpu->device, 64);
        testing::upload(gpu->device, range, counting(64));
        PipelineLibrary library(gpu->device);
        CommandRecorder recorder(gpu->device);
        testing::recordAffine(recorder,
            library.pipeline(testing::affineKernel(), {}, KernelMode::Descriptors), range,
            BufferRange::of(back), {0, 64, 1});
        submission = gpu->device->submit(recorder.finish());
    }
    const std::shared_ptr<MemoryMeter> meter = gpu->meter;
    gpu->device.reset();
    gpu->instance.reset();
    QCOMPARE(submission.wait(), WaitResult::Done);
    std::vector<uint32_t> words(64);
    std::memcpy(words.data(), back->mapped().data(), 256);
    QCOMPARE(words, counting(64, 1));
    back.reset();
    submission = {};
    QCOMPARE(
        meter->current(MemoryPurpose::Activations) + meter->current(MemoryPurpose::Staging), uint64_t {0});
    QCOMPARE(testing::TestDevice::close(std::move(gpu)), uint64_t {0});
}

void TestSubmission::rejectsForeignCommandBuffers()
{
    std::string reason;
    auto other = testing::TestDevice::open(reason);
    QVERIFY2(other, reason.c_str());
    CommandRecorder recorder(other->device);
    auto foreign = recorder.finish();
    WEIGHTLESS_VERIFY_ERROR(m_gpu->device->submit(foreign), ErrorKind::InvalidArgument, "another device");
    WEIGHTLESS_VERIFY_ERROR(m_gpu->device->submit(nullptr), ErrorKind::InvalidArgument, "null");
    if (m_gpu->device->hasTransferQueue()) {
        CommandRecorder transfer(m_gpu->device, QueueKind::Transfer);
        const std::shared_ptr<const CommandBuffer> commands[] = {transfer.finish()};
        WEIGHTLESS_VERIFY_ERROR(
            m_gpu->device->submit(QueueKind::Compute, commands), ErrorKind::InvalidArgument, "queue");
    }
    foreign.reset();
    QCOMPARE(testing::TestDevice::close(std::move(other)), uint64_t {0});
}

void TestSubmission::lostDeviceIsReported()
{
    std::string reason;
    auto gpu = testing::TestDevice::open(reason);
    QVERIFY2(gpu, reason.c_str());
    const std::shared_ptr<Device> device = gpu->device;
    CommandRecorder recorder(device);
    const auto commands = recorder.finish();
    Submission submission = device->submit(commands);
    submission.wait();
    QVERIFY(!device->isLost());
    QVERIFY_EXCEPTION_THROWN(device->internals()->check(VK_ERROR_DEVICE_LOST, "run a test"), Error);
    QVERIFY(device->isLost());
    WEIGHTLESS_VERIFY_ERROR(device->submit(commands), ErrorKind::DeviceLost, "was lost");
    WEIGHTLESS_VERIFY_ERROR(submission.wait(), ErrorKind::DeviceLost, "was lost");
    WEIGHTLESS_VERIFY_ERROR(submission.isDone(), ErrorKind::DeviceLost, "was lost");
    WEIGHTLESS_VERIFY_ERROR((device->waitIdle(), 0), ErrorKind::DeviceLost, "was lost");
    WEIGHTLESS_VERIFY_ERROR(device->createActivationBuffer(16), ErrorKind::DeviceLost, "was lost");
}

QTEST_GUILESS_MAIN(TestSubmission)
#include "tst_submission.moc"
