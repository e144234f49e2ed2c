// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/constantsetter.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/vulkan/weightarena.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <atomic>
#include <filesystem>
#include <stop_token>

using namespace weightless;
using namespace weightless::testing;

namespace {

// Of this process; 0 where the system does not say.
size_t threadCount()
{
    std::error_code error;
    const std::filesystem::directory_iterator tasks("/proc/self/task", error);
    return error ? 0 : static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

std::vector<std::byte> bytesOf(size_t count, size_t seed)
{
    std::vector<std::byte> bytes(count);
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(i * 7 + seed);
    }
    return bytes;
}

ConstantSource inMemory(const std::vector<std::byte>& bytes)
{
    return {MemoryRange {std::make_shared<const std::vector<std::byte>>(bytes), 0, bytes.size()}};
}

std::shared_ptr<ConstantStore> storeOf(size_t count, int64_t elements, bool hasSource = false)
{
    auto store = std::make_shared<ConstantStore>();
    for (size_t i = 0; i < count; ++i) {
        auto info = std::make_shared<ConstantInfo>();
        info->name = "w" + std::to_string(i);
        info->descriptor = {DataType::Float32, {elements}};
        info->sizeBytes = static_cast<uint64_t>(elements) * 4;
        store->add(std::move(info), hasSource);
    }
    return store;
}

} // namespace

class TestConstantSetter : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        std::string reason;
        vulkan::DeviceOptions options;
        options.failAllocation = [this](uint64_t) {
            ++m_allocations;
            return m_fails.load();
        };
        m_gpu = TestDevice::open(reason, std::move(options));
        WEIGHTLESS_NEEDS_DEVICE(m_gpu, reason.c_str());
    }
    void init() { m_allocations = 0; }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void aStoppedSourceLeavesItsConstantUnset()
    {
        const auto store = storeOf(1, 1000);
        ConstantSetter setter(m_gpu->device, store);
        const std::vector<std::byte> content = bytesOf(4000, 1);
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(setter.set(0, inMemory(content), stop.get_token()), ErrorKind::Cancelled, "");
        QVERIFY(!store->isSet(0));
        setter.set(0, inMemory(content));
        QVERIFY(deviceContent(m_gpu->device, store->storage(0))
            == std::string(reinterpret_cast<const char*>(content.data()), content.size()));
    }

    // What they are, and no more: no block, allocation or thread for each.
    void thousandsOfSmallConstants_data()
    {
        QTest::addColumn<bool>("fromSource");
        QTest::addColumn<bool>("couldBeLoaded");
        QTest::newRow("bytes") << false << false;
        QTest::newRow("sources") << true << false;
        QTest::newRow("bytes of what could be loaded") << false << true;
    }
    void thousandsOfSmallConstants()
    {
        QFETCH(bool, fromSource);
        QFETCH(bool, couldBeLoaded);
        constexpr size_t count = 5000;
        constexpr size_t bytes = 256;
        const auto store = storeOf(count, bytes / 4, couldBeLoaded);
        ConstantSetter setter(m_gpu->device, store);
        size_t threads = 0;
        for (size_t i = 0; i < count; ++i) {
            const std::vector<std::byte> content = bytesOf(bytes, i);
            if (fromSource) {
                setter.set(i, inMemory(content));
            } else {
                setter.set(i, content);
            }
            threads = i == 0 ? threadCount() : threads;
            if (i % 500 == 0) {
                QCOMPARE(threadCount(), threads);
            }
        }
        const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
        QVERIFY2(held <= count * bytes + MiB, std::to_string(held).c_str());
        QVERIFY2(m_allocations < 20, std::to_string(m_allocations).c_str());
        QCOMPARE(
            m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0}); // nothing is kept once all are set
        for (size_t i = 0; i < count; i += 499) {
            const std::vector<std::byte> expected = bytesOf(bytes, i);
            QVERIFY(deviceContent(m_gpu->device, store->storage(i))
                == std::string(reinterpret_cast<const char*>(expected.data()), bytes));
        }
    }

    // What was set one by one and what is loaded afterwards lie in the same blocks.
    void aLoadGoesOnInTheSameBlocks()
    {
        LoadScene scene;
        for (int i = 0; i < 8; ++i) {
            scene.addConstant(DataType::Float32, 64 * 1024);
        }
        scene.finish();
        ConstantSetter setter(m_gpu->device, scene.store());
        const std::string& first = scene.expected(0);
        setter.set(0, std::as_bytes(std::span(first)));
        // The others may never come here.
        QVERIFY(m_gpu->meter->current(MemoryPurpose::Weights) <= vulkan::WeightArena::smallBlockBytes);
        const LoadOptions options = optionsFor(LoadMode::Streamed);
        const LoadPrediction prediction = predictLoad(*m_gpu->device, *scene.store(), options);
        QCOMPARE(prediction.deviceWeightsBytes, MiB); // the first block holds half of them
        LoadingJob(m_gpu->device, scene.store(), options).run();
        QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights),
            scene.store()->totalBytes() + vulkan::WeightArena::rangeAlignmentBytes);
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    // A load sets what is still unset, whoever set the others, and when.
    void aLoadLeavesOutWhatIsSetMeanwhile_data()
    {
        QTest::addColumn<LoadWay>("way");
        QTest::addColumn<std::vector<size_t>>("set");
        for (const LoadWay& way : loadModes) {
            QTest::addRow("%s, in the middle", way.name) << way << std::vector<size_t> {2, 4};
            QTest::addRow("%s, the last", way.name) << way << std::vector<size_t> {5};
            QTest::addRow("%s, all that are left", way.name) << way << std::vector<size_t> {1, 2, 3, 4, 5};
        }
    }
    void aLoadLeavesOutWhatIsSetMeanwhile()
    {
        QFETCH(LoadWay, way);
        QFETCH(std::vector<size_t>, set);
        LoadScene scene;
        for (int i = 0; i < 6; ++i) {
            scene.addConstant(DataType::Float32, 30000);
        }
        scene.finish();
        LoadingJob job(m_gpu->device, scene.store(), optionsFor(way));
        QVERIFY(job.step());
        ConstantSetter setter(m_gpu->device, scene.store());
        for (const size_t index : set) {
            setter.set(index, std::as_bytes(std::span(scene.expected(index))));
        }
        job.run();
        QVERIFY(!job.step());
        QCOMPARE(job.report().constantCount, scene.count() - set.size());
        QVERIFY(scene.isLoaded(m_gpu->device));
    }

    void aSourceThatIsNothingIsRefused()
    {
        const auto store = storeOf(1, 100);
        ConstantSetter setter(m_gpu->device, store);
        for (const ConstantSource& none : {ConstantSource {}, ConstantSource {FileRange {nullptr, 0, 400}},
                 ConstantSource {MemoryRange {nullptr, 0, 400}},
                 ConstantSource {ResourceRange {nullptr, 0, 400}}}) {
            EXPECT_ERROR(setter.set(0, none), ErrorKind::InvalidArgument,
                "Constant 'w0' (float32[100], nowhere) was not set: its source is no file");
        }
        QVERIFY(!store->isSet(0));
    }

    void whatIsWrongIsToldAndCanBeRetried()
    {
        const auto store = storeOf(2, 100);
        ConstantSetter setter(m_gpu->device, store);
        const std::vector<std::byte> content = bytesOf(400, 1);
        EXPECT_ERROR(setter.set(2, content), ErrorKind::InvalidArgument, "no constant 2; the graph has 2");
        EXPECT_ERROR(setter.set(0, std::span(content).first(399)), ErrorKind::InvalidArgument,
            "'w0' (float32[100]) takes 400 bytes, not 399");
        EXPECT_ERROR(setter.set(0, inMemory(bytesOf(399, 1))), ErrorKind::InvalidArgument,
            "its source has 399 bytes, its type and shape need 400");
        m_fails = true;
        const auto error = test::errorOf([&] { setter.set(0, content); });
        const auto sourceError = test::errorOf([&] { setter.set(0, inMemory(content)); });
        m_fails = false;
        QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        QVERIFY(sourceError && sourceError->kind() == ErrorKind::OutOfMemory);
        QCOMPARE(store->setCount(), size_t {0});
        setter.set(0, content);
        EXPECT_ERROR(setter.set(0, content), ErrorKind::InvalidState, "'w0' is set already");
        setter.set(1, inMemory(content));
        QCOMPARE(
            deviceContent(m_gpu->device, store->storage(0)), deviceContent(m_gpu->device, store->storage(1)));
    }

private:
    std::atomic<int> m_allocations {0};
    std::atomic<bool> m_fails {false};
    std::unique_ptr<TestDevice> m_gpu;
};

QTEST_GUILESS_MAIN(TestConstantSetter)
#include "tst_constantsetter.moc"
