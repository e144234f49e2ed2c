// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/transfer/stagingring.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/losedevice.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <string>
#include <thread>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr auto transfer = vulkan::QueueKind::Transfer;
constexpr uint64_t sliceBytes = 4 * KiB;

// What the ring fills, read back when it is done.
class Target {
public:
    explicit Target(const TestDevice& gpu, uint64_t bytes)
        : m_device(gpu.device)
        , m_range(vulkan::BufferRange::of(
              std::make_shared<const vulkan::Buffer>(m_device->createActivationBuffer(bytes))))
    {
        vulkan::CommandRecorder recorder(m_device);
        recorder.fill(m_range, 0x2e2e2e2e); // dots
        m_device->submit(recorder.finish()).wait();
    }

    [[nodiscard]] vulkan::BufferRange part(uint64_t offset, uint64_t bytes) const
    {
        return m_range.part(offset, bytes);
    }

    [[nodiscard]] std::string text() const
    {
        const auto staging =
            std::make_shared<const vulkan::Buffer>(m_device->createReadbackBuffer(m_range.sizeBytes));
        vulkan::CommandRecorder recorder(m_device);
        recorder.copy(m_range, vulkan::BufferRange::of(staging));
        m_device->submit(recorder.finish()).wait();
        const auto bytes = staging->mapped();
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

private:
    std::shared_ptr<vulkan::Device> m_device;
    vulkan::BufferRange m_range;
};

void write(
    StagingRing& ring, const Target& target, uint64_t offset, const std::string& text, bool isPadded = false)
{
    StagingRing::Lease lease = ring.lease(text.size(), transfer);
    std::ranges::copy(std::as_bytes(std::span(text)), lease.bytes().begin());
    lease.submit(target.part(offset, text.size()), isPadded);
}

} // namespace

class TestStagingRing : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void smallPartsShareASlice()
    {
        const Target target(*m_gpu, 1024);
        StagingRing ring(m_gpu->device, sliceBytes, 2);
        write(ring, target, 600, "third");
        write(ring, target, 0, "first");
        write(ring, target, 5, "second");
        QCOMPARE(ring.copyCount(), uint64_t {0}); // others may come
        ring.finish();
        QCOMPARE(ring.copyCount(), uint64_t {1});
        std::string expected(1024, '.');
        expected.replace(600, 5, "third").replace(0, 11, "firstsecond");
        QCOMPARE(target.text(), expected);
        ring.finish();
        QCOMPARE(ring.copyCount(), uint64_t {1});
    }

    // Padding is copied with what it belongs to; what is between two parts and not theirs is left alone, also
    // where it came before.
    void neighboursAreOneCopy()
    {
        const Target target(*m_gpu, 1024);
        StagingRing ring(m_gpu->device, sliceBytes, 2);
        write(ring, target, 3, std::string(253, 'm'));
        write(ring, target, 0, "aaa"); // not the end of its place
        write(ring, target, 256, std::string(256, 'b'));
        write(ring, target, 512, "cc", true);
        write(ring, target, 768, std::string(256, 'd'));
        ring.finish();
        const std::string text = target.text();
        QCOMPARE(text.substr(0, 514), "aaa" + std::string(253, 'm') + std::string(256, 'b') + "cc");
        QCOMPARE(text.substr(768), std::string(256, 'd'));
        QCOMPARE(ring.copyCount(), uint64_t {1});
    }

    // A full slice goes without being asked for; what is left goes with the ring.
    void fullSlicesGoByThemselves()
    {
        const Target target(*m_gpu, 8 * sliceBytes);
        std::string expected;
        {
            StagingRing ring(m_gpu->device, sliceBytes, 3);
            for (uint64_t i = 0; i < 31; ++i) {
                const std::string text(1024, static_cast<char>('A' + i));
                write(ring, target, i * 1024, text);
                expected += text;
                QCOMPARE(ring.copyCount(), (i + 1) / 4);
            }
            QVERIFY2(ring.poolCount() <= 3, std::to_string(ring.poolCount()).c_str());
        }
        QCOMPARE(target.text(), expected + std::string(1024, '.'));
    }

    void whatIsNotSubmittedIsNotCopied()
    {
        const Target target(*m_gpu, 1024);
        StagingRing ring(m_gpu->device, sliceBytes, 1);
        {
            const StagingRing::Lease dropped = ring.lease(100, transfer);
            std::ranges::fill(dropped.bytes(), std::byte {'x'});
        }
        write(ring, target, 10, "kept");
        {
            const StagingRing::Lease whole = ring.lease(sliceBytes, transfer); // the only slice goes round
            std::ranges::fill(whole.bytes(), std::byte {'x'});
        }
        ring.finish();
        std::string expected(1024, '.');
        expected.replace(10, 4, "kept");
        QCOMPARE(target.text(), expected);
        QCOMPARE(ring.copyCount(), uint64_t {1});
    }

    // Nothing that was submitted waits for a part that somebody is slow to fill.
    void aSlowPartHoldsUpNothing()
    {
        const Target target(*m_gpu, 1024);
        StagingRing ring(m_gpu->device, sliceBytes, 1);
        StagingRing::Lease slow = ring.lease(4, transfer);
        write(ring, target, 0, "fast");
        ring.finish();
        QCOMPARE(target.text().substr(0, 8), std::string("fast...."));
        std::ranges::copy(std::as_bytes(std::span("slow", 4)), slow.bytes().begin());
        slow.submit(target.part(4, 4));
        ring.finish();
        QCOMPARE(target.text().substr(0, 8), std::string("fastslow"));
    }

    // A full ring is waited for, and not when that is called off.
    void whoeverWaitsCanBeStopped()
    {
        const Target target(*m_gpu, 1024);
        StagingRing ring(m_gpu->device, sliceBytes, 1);
        std::optional<StagingRing::Lease> held = ring.lease(sliceBytes, transfer);
        std::stop_source stop;
        std::thread waiting([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        EXPECT_ERROR(
            static_cast<void>(ring.lease(1, transfer, stop.get_token())), ErrorKind::Cancelled, "cancelled");
        waiting.join();
        held.reset();
        write(ring, target, 0, "x");
        ring.finish();
        QCOMPARE(target.text().substr(0, 2), std::string("x."));
    }

    // Who fills the slice that another one waits for is told that the device is lost, and so is the other.
    void whoeverWaitsHearsOfAFailure()
    {
        std::string reason;
        const auto gpu = TestDevice::open(reason);
        QVERIFY2(gpu, reason.c_str());
        const Target target(*gpu, sliceBytes);
        StagingRing ring(gpu->device, sliceBytes, 1);
        StagingRing::Lease held = ring.lease(sliceBytes, transfer);
        std::stop_source stop;
        std::optional<ErrorKind> kind;
        std::atomic<bool> isDone = false;
        std::thread waiting([&] {
            try {
                static_cast<void>(ring.lease(1, transfer, stop.get_token()));
            } catch (const Error& error) {
                kind = error.kind();
            }
            isDone = true;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        loseDevice(*gpu->device);
        EXPECT_ERROR(held.submit(target.part(0, sliceBytes)), ErrorKind::DeviceLost, "was lost");
        [[maybe_unused]] const bool isTold = QTest::qWaitFor([&] { return isDone.load(); }, 5000);
        stop.request_stop();
        waiting.join();
        QVERIFY(kind == ErrorKind::DeviceLost);
    }

    void manyThreadsAtOnce()
    {
        constexpr uint64_t each = 64;
        constexpr uint64_t threads = 4;
        constexpr uint64_t count = 300;
        const Target target(*m_gpu, threads * count * each);
        StagingRing ring(m_gpu->device, sliceBytes, 3);
        std::vector<std::thread> writers;
        for (uint64_t thread = 0; thread < threads; ++thread) {
            writers.emplace_back([&, thread] {
                std::mt19937 random(static_cast<unsigned>(thread));
                for (uint64_t i = 0; i < count; ++i) {
                    if (random() % 8 == 0) {
                        static_cast<void>(ring.lease(random() % sliceBytes, transfer));
                    }
                    const uint64_t at = thread * count + i;
                    write(ring, target, at * each, std::string(each, static_cast<char>('a' + at % 26)));
                }
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        ring.finish();
        const std::string text = target.text();
        for (uint64_t at = 0; at < threads * count; ++at) {
            QCOMPARE(text.substr(at * each, each), std::string(each, static_cast<char>('a' + at % 26)));
        }
        QVERIFY2(ring.poolCount() <= 3, std::to_string(ring.poolCount()).c_str());
    }

    // Neither what it was copied to is kept, nor is a second slice made while the first is free.
    void nothingIsKeptThatIsDone()
    {
        const auto used = [this](MemoryPurpose purpose) { return m_gpu->meter->current(purpose); };
        const uint64_t staging = used(MemoryPurpose::Staging);
        StagingRing ring(m_gpu->device, sliceBytes, 4);
        for (int round = 0; round < 3; ++round) {
            const uint64_t held = used(MemoryPurpose::Activations);
            {
                const Target target(*m_gpu, 1 * MiB);
                write(ring, target, 0, "gone");
                QVERIFY(used(MemoryPurpose::Activations) > held);
                ring.finish();
            }
            QCOMPARE(used(MemoryPurpose::Activations), held);
        }
        QCOMPARE(used(MemoryPurpose::Staging) - staging, sliceBytes);
    }

    void whatDoesNotFitIsRefused()
    {
        StagingRing ring(m_gpu->device, sliceBytes, 1);
        EXPECT_ERROR(
            static_cast<void>(ring.lease(sliceBytes + 1, transfer)), ErrorKind::Internal, "4097 bytes");
        const Target target(*m_gpu, 16);
        EXPECT_ERROR(
            ring.lease(8, transfer).submit(target.part(0, 4)), ErrorKind::Internal, "8 staged bytes");
    }

private:
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestStagingRing)
#include "tst_stagingring.moc"
