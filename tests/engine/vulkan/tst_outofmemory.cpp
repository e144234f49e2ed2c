// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/weightarena.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <atomic>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::counting;

namespace {

// Everything that allocates: weights in an arena, activations, staging both ways, address tables.
std::vector<uint32_t> runScenario(const std::shared_ptr<const Device>& device)
{
    PipelineLibrary library(device);
    WeightArena arena(device, 0, 64 << 10);
    const BufferRange small = arena.allocate(1024);
    const BufferRange large = arena.allocate(100 << 10);
    const BufferRange result = testing::activations(device, 256);
    testing::upload(device, small, counting(256));
    testing::upload(device, large, counting(25600, 5));
    const KernelMode mode =
        device->traits().hasBufferDeviceAddress ? KernelMode::Addresses : KernelMode::Descriptors;
    const auto pipeline = library.pipeline(testing::affineKernel(), {}, mode);
    CommandRecorder recorder(device);
    testing::recordAffine(recorder, pipeline, small, large.part(0, 1024), {0, 256, 1});
    testing::recordAffine(recorder, pipeline, large.part(0, 1024), result, {0, 256, 1});
    const TensorBinding bindings[] = {{{}, 4, Access::Read}, {result, 4, Access::Write}};
    const testing::AffineParameters nothing;
    recorder.dispatch(pipeline, bindings, std::as_bytes(std::span(&nothing, 1)), {});
    device->submit(recorder.finish()).wait();
    return testing::download(device, result);
}

} // namespace

class TestOutOfMemory : public QObject {
    Q_OBJECT

private slots:
    void everyAllocationMayFail();
    void whatIsTheSystemsIsLeftToIt();
};

void TestOutOfMemory::everyAllocationMayFail()
{
    std::atomic<int> allocations {0};
    std::atomic<int> failing {-1}; // none
    std::string reason;
    auto gpu = testing::TestDevice::open(reason, {[&](uint64_t) { return allocations++ == failing; }});
    WEIGHTLESS_NEEDS_DEVICE(gpu, reason.c_str());
    QCOMPARE(runScenario(gpu->device), counting(256, 2));
    const int total = allocations;
    QVERIFY(total >= 6);
    int reported = 0;
    for (int n = 0; n < total; ++n) {
        allocations = 0;
        failing = n;
        try {
            // An arena block that does not fit is tried again at the size needed: that one is survived.
            QCOMPARE(runScenario(gpu->device), counting(256, 2));
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::OutOfMemory);
            QVERIFY2(error.message().find("bytes) for ") != std::string::npos, error.what());
            ++reported;
        }
        for (size_t i = 0; i < memoryPurposeCount; ++i) {
            QCOMPARE(gpu->meter->snapshot().bytes[i], uint64_t {0});
        }
        QVERIFY(allocations > n); // the failure was reached
    }
    QCOMPARE(reported, total - 1);
    failing = -1;
    QCOMPARE(runScenario(gpu->device), counting(256, 2)); // the device is none the worse
    WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
}

void TestOutOfMemory::whatIsTheSystemsIsLeftToIt()
{
    std::string reason;
    auto gpu = testing::TestDevice::open(reason, {.availableMemory = [] { return uint64_t {300} << 20; }});
    WEIGHTLESS_NEEDS_DEVICE(gpu, reason.c_str());
    if (gpu->device->traits().type != DeviceType::Software) {
        QSKIP("no software device: others may have memory of their own");
    }
    QVERIFY(gpu->device->memoryBudget().freeBytes <= uint64_t {300} << 20);
    QCOMPARE(gpu->device->createWeightsBuffer(20 << 20).sizeBytes(), uint64_t {20} << 20);
    WEIGHTLESS_VERIFY_ERROR(
        gpu->device->createWeightsBuffer(100 << 20), ErrorKind::OutOfMemory, "which has 300 MiB free");
    WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
}

QTEST_GUILESS_MAIN(TestOutOfMemory)
#include "tst_outofmemory.moc"
