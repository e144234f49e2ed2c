// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/transfer/scratchslices.h"
#include "engine/constants/transfer/transfermemory.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

using namespace weightless;
using namespace weightless::testing;

class TestScratchSlices : public QObject {
    Q_OBJECT

private slots:
    void slicesAreTakenInTurn();
    void whoeverWaitsCanBeStopped();
    void manyThreadsAtOnce();
    void whatDoesNotFitIsRefused();
    void whatTheCpuReadsIsNoDeviceMemory();
};

// Each is allocated when its turn comes first, and counted from then on.
void TestScratchSlices::slicesAreTakenInTurn()
{
    const auto meter = std::make_shared<MemoryMeter>();
    {
        ScratchSlices slices(meter, 4 * KiB, 2);
        QCOMPARE(meter->current(MemoryPurpose::Host), uint64_t {0});
        std::byte* first = nullptr;
        {
            const ScratchSlices::Lease lease = slices.lease(100);
            QCOMPARE(lease.bytes().size(), size_t {100});
            first = lease.bytes().data();
            QCOMPARE(reinterpret_cast<uintptr_t>(first) % 4096, uintptr_t {0});
        }
        QCOMPARE(meter->current(MemoryPurpose::Host), 4 * KiB);
        {
            const ScratchSlices::Lease second = slices.lease(4 * KiB);
            QVERIFY(second.bytes().data() != first);
            const ScratchSlices::Lease third = slices.lease(1);
            QCOMPARE(third.bytes().data(), first);
        }
        QCOMPARE(meter->current(MemoryPurpose::Host), 8 * KiB);
        QCOMPARE(meter->current(MemoryPurpose::Staging), uint64_t {0});
    }
    QCOMPARE(meter->current(MemoryPurpose::Host), uint64_t {0});
}

void TestScratchSlices::whoeverWaitsCanBeStopped()
{
    ScratchSlices slices(std::make_shared<MemoryMeter>(), 4 * KiB, 1);
    std::optional<ScratchSlices::Lease> held = slices.lease(1);
    std::stop_source stop;
    {
        const std::jthread stopping([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        EXPECT_ERROR(static_cast<void>(slices.lease(1, stop.get_token())), ErrorKind::Cancelled, "cancelled");
    }
    held.reset();
    EXPECT_ERROR(static_cast<void>(slices.lease(1, stop.get_token())), ErrorKind::Cancelled, "cancelled");
    QCOMPARE(slices.lease(1).bytes().size(), size_t {1});
}

void TestScratchSlices::manyThreadsAtOnce()
{
    constexpr size_t threads = 4;
    ScratchSlices slices(std::make_shared<MemoryMeter>(), 4 * KiB, 3);
    std::atomic<size_t> wrong {0};
    {
        std::vector<std::jthread> users;
        for (size_t thread = 0; thread < threads; ++thread) {
            users.emplace_back([&, mine = std::byte(thread + 1)] {
                for (int i = 0; i < 1000; ++i) {
                    const ScratchSlices::Lease lease = slices.lease(4 * KiB);
                    std::ranges::fill(lease.bytes(), mine);
                    wrong += static_cast<size_t>(
                        std::ranges::count_if(lease.bytes(), [&](std::byte byte) { return byte != mine; }));
                }
            });
        }
    }
    QCOMPARE(wrong.load(), size_t {0});
}

void TestScratchSlices::whatDoesNotFitIsRefused()
{
    ScratchSlices slices(std::make_shared<MemoryMeter>(), 4 * KiB, 1);
    EXPECT_ERROR(static_cast<void>(slices.lease(4 * KiB + 1)), ErrorKind::Internal, "4097 bytes");
}

// Mapped memory may be write-combined, which the CPU writes well and reads at a hundredth of its speed.
void TestScratchSlices::whatTheCpuReadsIsNoDeviceMemory()
{
    std::atomic<int> allocations {0};
    vulkan::DeviceOptions counting;
    counting.failAllocation = [&allocations](uint64_t) {
        ++allocations;
        return false;
    };
    std::string reason;
    std::unique_ptr<TestDevice> gpu = TestDevice::open(reason, std::move(counting));
    WEIGHTLESS_NEEDS_DEVICE(gpu, reason.c_str());
    if (!gpu->device->traits().hasMappedWeights) {
        QSKIP("NOT TESTED: the CPU does not see this device's memory, which converts for itself");
    }
    LoadScene scene;
    scene.addConstant(DataType::Float32, 1'000'000);
    scene.finish();
    {
        const ConstantInfo converted = convertedConstant(scene.store()->info(0), DataType::Float16).value();
        const auto store = std::make_shared<ConstantStore>();
        store->add(std::make_shared<const ConstantInfo>(converted), true);
        LoadingJob job(gpu->device, store, optionsFor(LoadMode::Streamed));
        job.run();
        QCOMPARE(job.report().bytesOf(LoadPath::Converted), converted.sizeBytes);
        QCOMPARE(allocations.load(), 1); // the constant's own
        QCOMPARE(gpu->meter->peak(MemoryPurpose::Staging), uint64_t {0});
        QVERIFY(gpu->meter->peak(MemoryPurpose::Host) >= TransferMemory::scratchSliceBytes);
    }
    QCOMPARE(gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
    QCOMPARE(gpu->validationMessages(), uint64_t {0});
    QCOMPARE(TestDevice::close(std::move(gpu)), uint64_t {0});
}

QTEST_GUILESS_MAIN(TestScratchSlices)
#include "tst_scratchslices.moc"
