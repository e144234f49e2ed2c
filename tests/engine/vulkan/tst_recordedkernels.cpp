// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <array>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::affineKernel;
using weightless::testing::AffineParameters;
using weightless::testing::counting;

// What a kernel is given: ranges at any offset, tensors of any size, groups in pieces.
class TestRecordedKernels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void dispatchAtOffsets_data();
    void dispatchAtOffsets();
    void tensorBeyondADescriptor();
    void emptyTensorsAndNoGroups();
    void splitPiecesMakeTheWhole();
    void splitGroupsEdges();

private:
    std::unique_ptr<testing::TestDevice> m_gpu;
};

void TestRecordedKernels::dispatchAtOffsets_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::newRow("aligned") << 0 << 0;
    QTest::newRow("one element") << 1 << 0;
    QTest::newRow("both") << 3 << 5;
    QTest::newRow("alignment itself") << 64 << 128;
    QTest::newRow("odd and far") << 67 << 131;
}

void TestRecordedKernels::dispatchAtOffsets()
{
    QFETCH(int, from);
    QFETCH(int, to);
    const std::shared_ptr<Device>& device = m_gpu->device;
    for (const KernelMode mode : testing::modesOf(*m_gpu->device)) {
        PipelineLibrary library(device);
        const uint32_t factor = 2;
        const auto pipeline = library.pipeline(affineKernel(), std::span(&factor, 1), mode);
        const BufferRange x = testing::activations(device, 400);
        const BufferRange y = testing::activations(device, 400);
        testing::upload(device, x, counting(400));
        CommandRecorder recorder(device);
        recorder.fill(y, 0xffffffffu);
        testing::recordAffine(recorder, pipeline, x.part(static_cast<uint64_t>(from) * 4, 800),
            y.part(static_cast<uint64_t>(to) * 4, 800), {10, 150, 7});
        device->submit(recorder.finish()).wait();
        std::vector<uint32_t> expected(400, 0xffffffffu);
        for (uint32_t i = 10; i < 160; ++i) {
            expected[static_cast<size_t>(to) + i] = (static_cast<uint32_t>(from) + i) * 2 + 7;
        }
        QCOMPARE(testing::download(device, y), expected);
    }
}

void TestRecordedKernels::tensorBeyondADescriptor()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    const DeviceTraits& traits = device->traits();
    DeviceTraits small = traits;
    small.maxStorageBufferRangeBytes = 1024;
    small.storageOffsetAlignmentBytes = 64;
    const auto modeFor = [&](uint64_t first, uint64_t second) {
        return kernelModeFor(small, affineKernel(), std::array {first, second});
    };
    QCOMPARE(modeFor(960, 0), KernelMode::Descriptors);
    QCOMPARE(modeFor(964, 0), KernelMode::Addresses); // the way from the alignment counts
    QCOMPARE(modeFor(0, 964), KernelMode::Addresses);

    if (traits.maxStorageBufferRangeBytes > 256 * MiB || !traits.hasBufferDeviceAddress) {
        QSKIP("descriptors of this device cover more than a test should allocate");
    }
    const uint64_t words = traits.maxStorageBufferRangeBytes / 4 + 1000;
    const BufferRange x = testing::activations(device, words);
    const BufferRange y = testing::activations(device, words);
    const auto first = static_cast<uint32_t>(words - 100);
    testing::upload(device, x.part(uint64_t {first} * 4, 400), counting(100));
    PipelineLibrary library(device);
    const TensorBinding bindings[] = {{x, 4, Access::Read}, {y, 4, Access::Write}};
    QCOMPARE(kernelModeFor(traits, affineKernel(), std::array {words * 4, words * 4}), KernelMode::Addresses);
    const AffineParameters parameters {first, 100, 2};
    CommandRecorder recorder(device);
    WEIGHTLESS_VERIFY_ERROR((recorder.dispatch(library.pipeline(affineKernel(), {}, KernelMode::Descriptors),
                                 bindings, std::as_bytes(std::span(&parameters, 1)), testing::groupsFor(100)),
                                0),
        ErrorKind::Internal, "address mode");
    recorder.dispatch(library.pipeline(affineKernel(), {}, KernelMode::Addresses), bindings,
        std::as_bytes(std::span(&parameters, 1)), testing::groupsFor(100));
    device->submit(recorder.finish()).wait();
    QCOMPARE(testing::download(device, y.part(uint64_t {first} * 4, 400)), counting(100, 2));
}

void TestRecordedKernels::emptyTensorsAndNoGroups()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    for (const KernelMode mode : testing::modesOf(*m_gpu->device)) {
        PipelineLibrary library(device);
        const auto pipeline = library.pipeline(affineKernel(), {}, mode);
        const BufferRange y = testing::activations(device, 64);
        const TensorBinding bindings[] = {{{}, 4, Access::Read}, {y, 4, Access::Write}};
        const AffineParameters nothing;
        CommandRecorder recorder(device);
        recorder.fill(y, 3);
        recorder.dispatch(pipeline, bindings, std::as_bytes(std::span(&nothing, 1)), {});
        recorder.dispatch(pipeline, bindings, std::as_bytes(std::span(&nothing, 1)), {{5, 0, 1}, {0, 0, 0}});
        recorder.copy(y.part(0, 0), y.part(8, 0));
        recorder.fill(y.part(0, 0), 9);
        const auto commands = recorder.finish();
        QCOMPARE(commands->commandCount(), 2u);
        device->submit(commands).wait();
        QCOMPARE(testing::download(device, y), std::vector<uint32_t>(64, 3));
        CommandRecorder empty(device);
        empty.launchEmpty(pipeline);
        device->submit(empty.finish()).wait();
    }
}

void TestRecordedKernels::splitPiecesMakeTheWhole()
{
    const std::shared_ptr<Device>& device = m_gpu->device;
    constexpr uint32_t count = 64 * 37;
    PipelineLibrary library(device);
    const auto pipeline = library.pipeline(affineKernel(), {}, KernelMode::Descriptors);
    const BufferRange x = testing::activations(device, count);
    const BufferRange y = testing::activations(device, count);
    testing::upload(device, x, counting(count));
    const TensorBinding bindings[] = {{x, 4, Access::Read}, {y, 4, Access::Write}};
    const AffineParameters parameters {0, count, 4};
    std::vector<Submission> submissions;
    for (const GroupRange& piece : splitGroups({37, 1, 1}, 5)) {
        CommandRecorder recorder(device); // each piece a submission of its own
        recorder.dispatch(pipeline, bindings, std::as_bytes(std::span(&parameters, 1)), piece);
        submissions.push_back(device->submit(recorder.finish()));
    }
    QCOMPARE(submissions.size(), size_t {5});
    QCOMPARE(testing::download(device, y), counting(count, 4));
}

void TestRecordedKernels::splitGroupsEdges()
{
    QCOMPARE(splitGroups({7, 1, 1}, 1), (std::vector<GroupRange> {{{7, 1, 1}, {0, 0, 0}}}));
    QCOMPARE(splitGroups({7, 1, 1}, 0).size(), size_t {1});
    QCOMPARE(splitGroups({3, 1, 1}, 100).size(), size_t {3});
    QVERIFY(splitGroups({3, 0, 1}, 2).empty());
    // Along the largest dimension, without gap or overlap.
    const std::vector<GroupRange> pieces = splitGroups({4, 4'000'000'000u, 2}, 3);
    QCOMPARE(pieces.size(), size_t {3});
    uint64_t next = 0;
    for (const GroupRange& piece : pieces) {
        QCOMPARE(uint64_t {piece.base[1]}, next);
        QCOMPARE(piece.count[0], 4u);
        QCOMPARE(piece.count[2], 2u);
        QCOMPARE(piece.base[0] + piece.base[2], 0u);
        next += piece.count[1];
    }
    QCOMPARE(next, uint64_t {4'000'000'000u});
}

QTEST_GUILESS_MAIN(TestRecordedKernels)
#include "tst_recordedkernels.moc"
