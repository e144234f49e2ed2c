// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadingjob.h"
#include "tests/engine/constants/loaders/archivescene.h"
#include "tests/engine/constants/loaders/unreliableloader.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <cstring>

using namespace weightless;
using namespace weightless::testing;

namespace {

// Bytes that the built-in path can read by itself.
class PlainSource final : public ByteSource {
public:
    explicit PlainSource(std::string bytes)
        : m_bytes(std::move(bytes))
    {
    }
    [[nodiscard]] std::string name() const override { return "https://host/folder/plain.bin"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_bytes.size(); }
    void readAt(uint64_t offset, std::span<std::byte> target, const std::stop_token&) const override
    {
        std::memcpy(target.data(), m_bytes.data() + offset, target.size());
    }
    void checkUnchanged() const override { }

private:
    std::string m_bytes;
};

} // namespace

// Who brings which constant, and how.
class TestExternalData : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { verifyNothingIsLeft(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void aLoaderServesEveryMode_data();
    void aLoaderServesEveryMode();
    void theOrderIsTheLoaders();
    void callersLoadersAreAskedFirst();
    void loadersAreAskedForAMemoryKind();
    void builtInPathReadsWhatNoLoaderClaims();
    void largeConstantsStayInTheRing();

private:
    std::unique_ptr<TestDevice> m_gpu;
};

void TestExternalData::aLoaderServesEveryMode_data()
{
    addLoadWays({{"streamed, in place", LoadMode::Streamed},
        {"streamed, staged", LoadMode::Streamed, LoadPath::Staged}, {"zero-copy", LoadMode::ZeroCopy},
        {"conventional", LoadMode::Conventional}});
}

void TestExternalData::aLoaderServesEveryMode()
{
    QFETCH(LoadWay, way);
    SourceScene scene = archiveScene();
    scene.add(150'000, 50'000);
    scene.add(3, 70'001); // not aligned, several slices
    scene.add(100'000, 1);
    scene.add(3, 70'001); // shares the bytes of the one before
    const auto block = std::make_shared<const std::vector<std::byte>>(64, std::byte {7});
    auto inMemory = std::make_shared<ConstantInfo>();
    inMemory->name = "m";
    inMemory->descriptor = {DataType::UInt8, {64}};
    inMemory->sizeBytes = 64;
    inMemory->source.range = MemoryRange {block, 0, 64};
    const size_t memoryIndex = scene.store->add(inMemory, true);

    const auto loader = std::make_shared<ArchiveLoader>();
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    LoadingJob job(m_gpu->device, scene.store, optionsFor(way, archiveSlices), manager);
    job.run();
    const LoadReport report = job.report();
    QCOMPARE(report.constantCount, size_t {5});
    QCOMPARE(report.bytesByLoader.at("archive"), uint64_t {50'000 + 2 * 70'001 + 1});
    uint64_t counted = 0;
    for (const uint64_t bytes : report.bytesByPath) {
        counted += bytes;
    }
    QCOMPARE(counted, scene.store->totalBytes());
    QCOMPARE(loader->log().back(), std::string("finish"));
    for (size_t i = 0; i < 4; ++i) {
        QVERIFY(deviceContent(m_gpu->device, scene.store->storage(i)) == scene.expected(i));
    }
    QCOMPARE(deviceContent(m_gpu->device, scene.store->storage(memoryIndex)), std::string(64, '\7'));
}

void TestExternalData::theOrderIsTheLoaders()
{
    SourceScene scene = archiveScene();
    scene.add(90'000, 10'000);
    scene.add(20'000, 30'000);
    scene.add(0, 20'000);
    const auto loader = std::make_shared<ArchiveLoader>();
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    LoadOptions options = optionsFor(LoadMode::Streamed, {}, archiveSlices);
    options.order = LoadOrder::Largest;
    LoadingJob job(m_gpu->device, scene.store, options, manager);
    QVERIFY(job.step());
    QCOMPARE(scene.store->setCount(), size_t {1});
    QVERIFY(scene.store->isSet(2));
    QCOMPARE(*job.progress().currentConstant, size_t {2});
    QVERIFY(job.step());
    QVERIFY(!job.step());
    QVERIFY(!job.step());
    QVERIFY(scene.isLoaded(m_gpu->device));
    const std::vector<std::string> expected {
        "begin", "prepare w1", "prepare w2", "prepare w0", "pass", "load w2", "load w1", "load w0", "finish"};
    QVERIFY(loader->log() == expected);
}

void TestExternalData::callersLoadersAreAskedFirst()
{
    const auto ofTheEngine = std::make_shared<ArchiveLoader>();
    const auto first = std::make_shared<ArchiveLoader>();
    const auto second = std::make_shared<ArchiveLoader>();
    ExternalDataManager manager;
    manager.addBuiltIn(ofTheEngine);
    ConstantSource source;
    source.range = ResourceRange {std::make_shared<Archive>("aaa"), 0, 3};
    QVERIFY(manager.find(source, MemoryKind::HostVisible) == ofTheEngine);
    manager.add(first);
    manager.add(second);
    QVERIFY(manager.find(source, MemoryKind::HostVisible) == first);

    source.encoding = SourceEncoding::Varint;
    QVERIFY(manager.find(source, MemoryKind::HostVisible) == nullptr);
    source = {FileRange {std::make_shared<const FileReference>(), 0, 3}, SourceEncoding::Raw};
    QVERIFY(manager.find(source, MemoryKind::HostVisible) == nullptr);
}

void TestExternalData::loadersAreAskedForAMemoryKind()
{
    const bool isUnified = m_gpu->device->traits().hasUnifiedMemory;
    for (const bool isStaged : {false, true}) {
        SourceScene scene = archiveScene();
        scene.add(0, 1000);
        std::vector<MemoryKind> asked;
        const auto declining = std::make_shared<UnreliableLoader>();
        declining->accepts = [&](MemoryKind kind) {
            asked.push_back(kind);
            return false;
        };
        const auto accepting = std::make_shared<ArchiveLoader>();
        const auto manager = std::make_shared<ExternalDataManager>();
        manager->add(declining);
        manager->add(accepting);
        const auto path = isStaged ? std::optional(LoadPath::Staged) : std::nullopt;
        LoadingJob(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, path, archiveSlices), manager)
            .run();
        QVERIFY(scene.isLoaded(m_gpu->device));
        QCOMPARE(asked.size(), size_t {1});
        QVERIFY(asked[0] == (isUnified && !isStaged ? MemoryKind::HostVisible : MemoryKind::DeviceOnly));
        QCOMPARE(accepting->log().back(), std::string("finish"));
    }
}

void TestExternalData::builtInPathReadsWhatNoLoaderClaims()
{
    const std::string content = runs(100'000);
    for (const LoadMode mode : {LoadMode::Streamed, LoadMode::ZeroCopy, LoadMode::Conventional}) {
        SourceScene scene(std::make_shared<PlainSource>(content), content);
        scene.add(1, 60'000);
        scene.add(70'000, 5);
        LoadingJob job(m_gpu->device, scene.store, optionsFor(mode, {}, archiveSlices));
        job.run();
        QVERIFY(scene.isLoaded(m_gpu->device));
        QVERIFY(job.report().bytesByLoader.empty());
    }
    QCOMPARE(describe(ConstantSource {ResourceRange {std::make_shared<PlainSource>(content), 9, 1}}),
        std::string("plain.bin @ 9"));

    SourceScene scene = archiveScene();
    scene.add(0, 1000);
    EXPECT_ERROR(
        LoadingJob(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices)).run(),
        ErrorKind::Unsupported, "Constant 'w0' (uint8[1000], archive:weights @ 0) was not set: ");
}

void TestExternalData::largeConstantsStayInTheRing()
{
    SourceScene scene = archiveScene(1'000'000);
    scene.add(0, 1'000'000);
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(std::make_shared<ArchiveLoader>());
    LoadingJob job(
        m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, LoadPath::Staged, archiveSlices), manager);
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
    QCOMPARE(job.report().bytesOf(LoadPath::Staged), uint64_t {1'000'000});
    QVERIFY(job.report().hostOverheadPeakBytes > 0);
    QVERIFY(job.report().hostOverheadPeakBytes <= archiveSlices.count * archiveSlices.bytes + 4096);
}

QTEST_GUILESS_MAIN(TestExternalData)
#include "tst_externaldata.moc"
