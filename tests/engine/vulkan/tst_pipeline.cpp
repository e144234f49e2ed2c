// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/deviceinternals.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <thread>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::affineKernel;
using weightless::testing::counting;

namespace {

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void replaceContent(const std::filesystem::path& path, const QByteArray& content)
{
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(content), content.size());
}

// Mesa 26.2's software device gives 20 bytes, of a header that says it has 32: nothing that could be kept.
bool givesCacheData(const Device& device)
{
    const auto& calls = device.internals()->calls;
    VkPipelineCacheCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
    VkPipelineCache cache = VK_NULL_HANDLE;
    size_t sizeBytes = 0;
    if (calls.table.vkCreatePipelineCache(calls.handle, &info, nullptr, &cache) == VK_SUCCESS) {
        std::array<std::byte, 256> data {};
        sizeBytes = data.size();
        calls.table.vkGetPipelineCacheData(calls.handle, cache, &sizeBytes, data.data());
        calls.table.vkDestroyPipelineCache(calls.handle, cache, nullptr);
    }
    return sizeBytes >= sizeof(VkPipelineCacheHeaderVersionOne);
}

} // namespace

class TestPipeline : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void sameRequestSamePipeline();
    void specializationChangesTheResult();
    void loopsMakeTheRoundsTheTraitsPromise();
    void missingFeatureIsNamed();
    void damagedCodeIsRefused_data();
    void damagedCodeIsRefused();
    void missingVariantIsRefused();
    void cacheRoundTrip();
    void cachesOfFormerDriversGo();
    void damagedCacheIsIgnored_data();
    void damagedCacheIsIgnored();
    void unwritableCacheFolder();
    void manyThreadsOnePipeline();
    void pipelineOutlivesLibraryAndDevice();

private:
    std::unique_ptr<testing::TestDevice> m_gpu;
};

void TestPipeline::sameRequestSamePipeline()
{
    PipelineLibrary library(m_gpu->device);
    const uint32_t two[] = {2};
    const auto first = library.pipeline(affineKernel(), two, KernelMode::Descriptors);
    QCOMPARE(library.pipeline(affineKernel(), two, KernelMode::Descriptors), first);
    QVERIFY(library.pipeline(affineKernel(), {}, KernelMode::Descriptors) != first);
    QCOMPARE(library.pipelineCount(), size_t {2});
    QCOMPARE(first->name(), std::string("affine"));
    QCOMPARE(first->mode(), KernelMode::Descriptors);
    QVERIFY(library.cachePath().empty());
}

void TestPipeline::specializationChangesTheResult()
{
    PipelineLibrary library(m_gpu->device);
    const BufferRange x = testing::activations(m_gpu->device, 64);
    const BufferRange y = testing::activations(m_gpu->device, 64);
    testing::upload(m_gpu->device, x, counting(64));
    for (const uint32_t factor : {3u, 5u}) {
        CommandRecorder recorder(m_gpu->device);
        testing::recordAffine(recorder,
            library.pipeline(affineKernel(), std::span(&factor, 1), KernelMode::Descriptors), x, y,
            {0, 64, 1});
        m_gpu->device->submit(recorder.finish()).wait();
        const std::vector<uint32_t> result = testing::download(m_gpu->device, y);
        QCOMPARE(result[0], 1u);
        QCOMPARE(result[63], 63 * factor + 1);
    }
}

void TestPipeline::loopsMakeTheRoundsTheTraitsPromise()
{
    PipelineLibrary library(m_gpu->device);
    const auto pipeline = library.pipeline(testing::roundsKernel(), {}, KernelMode::Descriptors);
    const BufferRange x = testing::activations(m_gpu->device, 64);
    const BufferRange y = testing::activations(m_gpu->device, 1);
    testing::upload(m_gpu->device, x, std::vector<uint32_t>(64, 1));
    // Each of the two loops makes a round more than it has steps.
    const auto steps =
        static_cast<uint32_t>(std::min<uint64_t>(m_gpu->device->traits().maxLoopRounds, 200000) - 2);
    const testing::AffineParameters parameters {.first = steps / 3, .count = steps, .add = 5};
    const TensorBinding bindings[] = {{x, 4, Access::Read}, {y, 4, Access::Write}};
    CommandRecorder recorder(m_gpu->device);
    recorder.dispatch(pipeline, bindings, std::as_bytes(std::span(&parameters, 1)), {{1, 1, 1}, {0, 0, 0}});
    m_gpu->device->submit(recorder.finish()).wait();
    QCOMPARE(testing::download(m_gpu->device, y)[0], steps + 5);
}

void TestPipeline::missingFeatureIsNamed()
{
    DeviceTraits traits;
    traits.name = "plain device";
    const KernelCode half = testing::halfKernel();
    WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, half, KernelMode::Descriptors), 0),
        ErrorKind::Unsupported, "plain device cannot run kernel half");
    traits.hasFloat16 = true;
    WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, half, KernelMode::Descriptors), 0),
        ErrorKind::Unsupported, "storageBuffer16BitAccess");
    traits.has16BitStorage = true;
    checkKernelSupported(traits, half, KernelMode::Descriptors);
    checkKernelSupported(traits, affineKernel(), KernelMode::Descriptors);
    WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, affineKernel(), KernelMode::Addresses), 0),
        ErrorKind::Unsupported, "bufferDeviceAddress");
    traits.hasBufferDeviceAddress = true;
    checkKernelSupported(traits, affineKernel(), KernelMode::Addresses);
}

void TestPipeline::damagedCodeIsRefused_data()
{
    QTest::addColumn<QString>("damage");
    for (const char* damage : {"empty", "magic", "truncated", "zero length", "too long", "binding"}) {
        QTest::newRow(damage) << QString::fromLatin1(damage);
    }
}

void TestPipeline::damagedCodeIsRefused()
{
    QFETCH(QString, damage);
    const std::span<const uint32_t> good = affineKernel().descriptorSpirv;
    std::vector<uint32_t> words(good.begin(), good.end());
    if (damage == QStringLiteral("empty")) {
        words.resize(1);
    } else if (damage == QStringLiteral("magic")) {
        words[0] ^= 1;
    } else if (damage == QStringLiteral("truncated")) {
        words.resize(6);
    } else if (damage == QStringLiteral("zero length")) {
        words[5] &= 0xffff;
    } else if (damage == QStringLiteral("too long")) {
        words[5] |= 0xffff0000;
    } else {
        // OpDecorate %x Binding 1 -> Binding 77
        const std::array<uint32_t, 2> binding {33, 1};
        const auto found = std::search(words.begin(), words.end(), binding.begin(), binding.end());
        QVERIFY(found != words.end());
        *(found + 1) = 77;
    }
    PipelineLibrary library(m_gpu->device);
    WEIGHTLESS_VERIFY_ERROR(library.pipeline({"damaged", words, {}}, {}, KernelMode::Descriptors),
        ErrorKind::Internal, "Kernel damaged");
    QCOMPARE(library.pipelineCount(), size_t {0});
}

void TestPipeline::missingVariantIsRefused()
{
    PipelineLibrary library(m_gpu->device);
    WEIGHTLESS_VERIFY_ERROR(
        library.pipeline(testing::halfKernel(), {}, KernelMode::Addresses), ErrorKind::Unsupported, "half");
}

void TestPipeline::cacheRoundTrip()
{
    if (!givesCacheData(*m_gpu->device)) {
        QSKIP("the driver cuts the header of its cache off");
    }
    QTemporaryDir folder;
    const std::filesystem::path inside =
        std::filesystem::path(folder.path().toStdString()) / "new" / "folder";
    std::filesystem::path path;
    {
        PipelineLibrary library(m_gpu->device, inside);
        path = library.cachePath();
        QVERIFY(!library.isCacheLoaded());
        library.save();
        QVERIFY(!std::filesystem::exists(path)); // nothing to save yet
        static_cast<void>(library.pipeline(affineKernel(), {}, KernelMode::Descriptors));
    }
    const QByteArray saved = contentOf(path);
    QVERIFY(saved.size() > 24);
    {
        PipelineLibrary library(m_gpu->device, inside);
        QVERIFY(library.isCacheLoaded());
    }
    QCOMPARE(contentOf(path), saved); // nothing new: not written again
    QCOMPARE(
        QDir(QString::fromStdString(inside.string())).entryList(QDir::Files).size(), 1); // no temporary left
}

// Each driver has a file of its own, so that two drivers of one card do not take turns.
void TestPipeline::cachesOfFormerDriversGo()
{
    if (!givesCacheData(*m_gpu->device)) {
        QSKIP("the driver cuts the header of its cache off");
    }
    const QTemporaryDir folder;
    const std::filesystem::path inside = folder.path().toStdString();
    const std::string& device = m_gpu->device->info().uuid;
    const auto now = std::filesystem::file_time_type::clock::now();
    const auto lay = [&](const std::string& name, std::chrono::days age) {
        std::ofstream(inside / name) << "x";
        std::filesystem::last_write_time(inside / name, now - age);
    };
    lay("pipelines-" + device + "-former.bin", std::chrono::days(91));
    lay("pipelines-" + device + "-other.bin", std::chrono::days(89));
    lay("pipelines-00-of another device.bin", std::chrono::days(91));
    lay("rates-" + device + "-former.txt", std::chrono::days(91));
    std::filesystem::path path;
    {
        PipelineLibrary library(m_gpu->device, inside);
        path = library.cachePath();
        static_cast<void>(library.pipeline(affineKernel(), {}, KernelMode::Descriptors));
    }
    QVERIFY(!std::filesystem::exists(inside / ("pipelines-" + device + "-former.bin")));
    QVERIFY(std::filesystem::exists(inside / ("pipelines-" + device + "-other.bin")));
    QVERIFY(std::filesystem::exists(inside / "pipelines-00-of another device.bin"));
    QVERIFY(std::filesystem::exists(inside / ("rates-" + device + "-former.txt")));
    QVERIFY(std::filesystem::exists(path));

    // What is read is in use.
    std::filesystem::last_write_time(path, now - std::chrono::days(91));
    QVERIFY(PipelineLibrary(m_gpu->device, inside).isCacheLoaded());
    QVERIFY(std::filesystem::last_write_time(path) > now - std::chrono::days(1));
}

void TestPipeline::damagedCacheIsIgnored_data()
{
    QTest::addColumn<QString>("damage");
    for (const char* damage :
        {"empty", "short", "truncated", "flipped bit", "longer", "garbage", "size field"}) {
        QTest::newRow(damage) << QString::fromLatin1(damage);
    }
}

void TestPipeline::damagedCacheIsIgnored()
{
    QFETCH(QString, damage);
    if (!givesCacheData(*m_gpu->device)) {
        QSKIP("the driver cuts the header of its cache off");
    }
    QTemporaryDir folder;
    const std::filesystem::path inside = folder.path().toStdString();
    std::filesystem::path path;
    {
        PipelineLibrary library(m_gpu->device, inside);
        path = library.cachePath();
        static_cast<void>(library.pipeline(affineKernel(), {}, KernelMode::Descriptors));
    }
    const QByteArray good = contentOf(path);
    QByteArray bad = good;
    if (damage == QStringLiteral("empty")) {
        bad.clear();
    } else if (damage == QStringLiteral("short")) {
        bad.truncate(10);
    } else if (damage == QStringLiteral("truncated")) {
        bad.chop(1);
    } else if (damage == QStringLiteral("flipped bit")) {
        bad[bad.size() - 1] = static_cast<char>(bad.back() ^ 4);
    } else if (damage == QStringLiteral("longer")) {
        bad.append('x');
    } else if (damage == QStringLiteral("garbage")) {
        bad.fill('\xee');
    } else {
        bad[15] = '\x7f'; // the size's highest byte
    }
    replaceContent(path, bad);
    {
        PipelineLibrary library(m_gpu->device, inside);
        QVERIFY(!library.isCacheLoaded());
        static_cast<void>(library.pipeline(affineKernel(), {}, KernelMode::Descriptors));
    }
    PipelineLibrary library(m_gpu->device, inside);
    QVERIFY(library.isCacheLoaded()); // overwritten with a good one
}

void TestPipeline::unwritableCacheFolder()
{
    if (!givesCacheData(*m_gpu->device)) {
        QSKIP("the driver cuts the header of its cache off");
    }
    QTemporaryDir folder;
    const QString blocking = folder.filePath(QStringLiteral("file"));
    QFile file(blocking);
    QVERIFY(file.open(QIODevice::WriteOnly));
    PipelineLibrary library(m_gpu->device, blocking.toStdString() + "/below");
    static_cast<void>(library.pipeline(affineKernel(), {}, KernelMode::Descriptors));
    WEIGHTLESS_VERIFY_ERROR((library.save(), 0), ErrorKind::Io, "pipeline cache");
}

void TestPipeline::manyThreadsOnePipeline()
{
    PipelineLibrary library(m_gpu->device);
    std::array<std::array<std::shared_ptr<const Pipeline>, 8>, 4> results;
    {
        std::vector<std::jthread> threads;
        for (auto& own : results) {
            threads.emplace_back([&library, &own] {
                for (uint32_t i = 0; i < own.size(); ++i) {
                    own[i] = library.pipeline(affineKernel(), std::span(&i, 1), KernelMode::Descriptors);
                }
            });
        }
    }
    QCOMPARE(library.pipelineCount(), size_t {8});
    for (const auto& own : results) {
        QCOMPARE(own, results[0]);
    }
}

void TestPipeline::pipelineOutlivesLibraryAndDevice()
{
    std::string reason;
    auto gpu = testing::TestDevice::open(reason);
    QVERIFY2(gpu, reason.c_str());
    auto library = std::make_unique<PipelineLibrary>(gpu->device);
    auto pipeline = library->pipeline(affineKernel(), {}, KernelMode::Descriptors);
    library.reset();
    gpu->device.reset();
    gpu->instance.reset();
    QCOMPARE(pipeline->name(), std::string("affine"));
    pipeline.reset();
    QCOMPARE(testing::TestDevice::close(std::move(gpu)), uint64_t {0});
}

QTEST_GUILESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"
