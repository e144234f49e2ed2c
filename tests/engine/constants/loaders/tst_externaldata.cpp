// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/transfer/devicedestination.h"
#include "tests/engine/constants/loaders/archiveloader.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <filesystem>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr uint64_t sliceBytes = 16 * KiB;

LoadOptions optionsFor(LoadMode mode, std::optional<LoadPath> path = {})
{
    LoadOptions options;
    options.mode = mode;
    options.forcedPath = path;
    options.sliceBytes = sliceBytes;
    options.sliceCount = 2;
    options.readerCount = 2;
    return options;
}

// Runs of many lengths, so that packing has something to do and every byte its place.
std::string runs(size_t bytes)
{
    std::string text;
    for (size_t i = 0; text.size() < bytes; ++i) {
        text.append(1 + i * 7 % 400, static_cast<char>(i));
    }
    text.resize(bytes);
    return text;
}

// Constants w0 … of one ByteSource: bytes [offset, offset + size) each.
struct Scene {
    explicit Scene(std::shared_ptr<const ByteSource> source, std::string bytes)
        : resource(std::move(source))
        , content(std::move(bytes))
    {
    }

    void add(uint64_t offset, uint64_t size)
    {
        auto info = std::make_shared<ConstantInfo>();
        info->name = "w" + std::to_string(store->count());
        info->descriptor = {DataType::UInt8, {static_cast<int64_t>(size)}};
        info->sizeBytes = size;
        info->source.range = ResourceRange {resource, offset, size};
        store->add(std::move(info), true);
    }

    [[nodiscard]] std::string expected(size_t index) const
    {
        const auto& range = std::get<ResourceRange>(store->info(index).source.range);
        return content.substr(range.offsetBytes, range.lengthBytes);
    }

    std::shared_ptr<const ByteSource> resource;
    std::string content;
    std::shared_ptr<ConstantStore> store = std::make_shared<ConstantStore>();
};

Scene archiveScene(size_t bytes = 200'000)
{
    const std::string content = runs(bytes);
    return Scene(std::make_shared<Archive>(content), content);
}

// Fails, lies or declines as a test wants it, around the example.
class UnreliableLoader final : public ExternalDataLoader {
public:
    std::function<std::optional<size_t>(ExternalDataTransfer&, const std::stop_token&)> load;
    std::function<bool(MemoryKind)> accepts = [](MemoryKind) { return true; };
    ArchiveLoader archive;
    mutable int aborts = 0;

    [[nodiscard]] std::string_view name() const override { return "unreliable"; }
    [[nodiscard]] bool canServe(const ConstantSource& source, MemoryKind kind) const override
    {
        return accepts(kind) && archive.canServe(source, kind);
    }
    [[nodiscard]] std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>& meter) const override
    {
        return std::make_unique<Transfer>(*this, archive.begin(meter));
    }

private:
    class Transfer final : public ExternalDataTransfer {
    public:
        Transfer(const UnreliableLoader& loader, std::unique_ptr<ExternalDataTransfer> transfer)
            : m_loader(loader)
            , m_transfer(std::move(transfer))
        {
        }
        void prepare(const ExternalTensor& tensor) override { m_transfer->prepare(tensor); }
        std::optional<size_t> load(const std::stop_token& stop) override
        {
            return m_loader.load(*m_transfer, stop);
        }
        void finish() override { m_transfer->finish(); }
        void abort() noexcept override { ++m_loader.aborts; }

    private:
        const UnreliableLoader& m_loader;
        std::unique_ptr<ExternalDataTransfer> m_transfer;
    };
};

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

class TestExternalData : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup()
    {
        WEIGHTLESS_VERIFY_VALIDATION(m_gpu);
        if (m_gpu) {
            QCOMPARE(m_gpu->meter->snapshot().hostOverheadBytes(), uint64_t {0});
        }
    }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void aLoaderServesEveryMode_data();
    void aLoaderServesEveryMode();
    void theOrderIsTheLoaders();
    void callersLoadersAreAskedFirst();
    void loadersAreAskedForAMemoryKind();
    void builtInPathReadsWhatNoLoaderClaims();
    void largeConstantsStayInTheRing();
    void aFailureKeepsWhatIsSetAndResumes();
    void aFailureAtTheVeryEndIsNotForgotten();
    void aStopAborts();
    void whatALoaderClaimsIsChecked();
    void slicesAreChecked();

private:
    [[nodiscard]] bool holds(const Scene& scene) const
    {
        for (size_t i = 0; i < scene.store->count(); ++i) {
            if (!scene.store->isSet(i)
                || deviceContent(m_gpu->device, scene.store->storage(i)) != scene.expected(i)) {
                qWarning("constant %zu is wrong", i);
                return false;
            }
        }
        return true;
    }

    std::unique_ptr<TestDevice> m_gpu;
};

void TestExternalData::aLoaderServesEveryMode_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("path");
    QTest::newRow("streamed, in place") << static_cast<int>(LoadMode::Streamed) << -1;
    QTest::newRow("streamed, staged")
        << static_cast<int>(LoadMode::Streamed) << static_cast<int>(LoadPath::Staged);
    QTest::newRow("zero-copy") << static_cast<int>(LoadMode::ZeroCopy) << -1;
    QTest::newRow("conventional") << static_cast<int>(LoadMode::Conventional) << -1;
}

void TestExternalData::aLoaderServesEveryMode()
{
    QFETCH(int, mode);
    QFETCH(int, path);
    Scene scene = archiveScene();
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
    const auto forced = path < 0 ? std::nullopt : std::optional(static_cast<LoadPath>(path));
    LoadingJob job(m_gpu->device, scene.store, optionsFor(static_cast<LoadMode>(mode), forced), manager);
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
    Scene scene = archiveScene();
    scene.add(90'000, 10'000);
    scene.add(20'000, 30'000);
    scene.add(0, 20'000);
    const auto loader = std::make_shared<ArchiveLoader>();
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    LoadOptions options = optionsFor(LoadMode::Streamed);
    options.order = LoadOrder::Largest;
    LoadingJob job(m_gpu->device, scene.store, options, manager);
    QVERIFY(job.step());
    QCOMPARE(scene.store->setCount(), size_t {1});
    QVERIFY(scene.store->isSet(2));
    QCOMPARE(*job.progress().currentConstant, size_t {2});
    QVERIFY(job.step());
    QVERIFY(!job.step());
    QVERIFY(!job.step());
    QVERIFY(holds(scene));
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
        Scene scene = archiveScene();
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
        LoadingJob(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, path), manager).run();
        QVERIFY(holds(scene));
        QCOMPARE(asked.size(), size_t {1});
        QVERIFY(asked[0] == (isUnified && !isStaged ? MemoryKind::HostVisible : MemoryKind::DeviceOnly));
        QCOMPARE(accepting->log().back(), std::string("finish"));
    }
}

void TestExternalData::builtInPathReadsWhatNoLoaderClaims()
{
    const std::string content = runs(100'000);
    for (const LoadMode mode : {LoadMode::Streamed, LoadMode::ZeroCopy, LoadMode::Conventional}) {
        Scene scene(std::make_shared<PlainSource>(content), content);
        scene.add(1, 60'000);
        scene.add(70'000, 5);
        LoadingJob job(m_gpu->device, scene.store, optionsFor(mode));
        job.run();
        QVERIFY(holds(scene));
        QVERIFY(job.report().bytesByLoader.empty());
    }
    QCOMPARE(describe(ConstantSource {ResourceRange {std::make_shared<PlainSource>(content), 9, 1}}),
        std::string("plain.bin @ 9"));

    Scene scene = archiveScene();
    scene.add(0, 1000);
    EXPECT_ERROR(LoadingJob(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed)).run(),
        ErrorKind::Unsupported, "Constant 'w0' (uint8[1000], archive:weights @ 0) was not set: ");
}

void TestExternalData::largeConstantsStayInTheRing()
{
    Scene scene = archiveScene(1'000'000);
    scene.add(0, 1'000'000);
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(std::make_shared<ArchiveLoader>());
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, LoadPath::Staged), manager);
    job.run();
    QVERIFY(holds(scene));
    QCOMPARE(job.report().bytesOf(LoadPath::Staged), uint64_t {1'000'000});
    QVERIFY(job.report().hostOverheadPeakBytes > 0);
    QVERIFY(job.report().hostOverheadPeakBytes <= 2 * sliceBytes + 4096);
}

void TestExternalData::aFailureKeepsWhatIsSetAndResumes()
{
    Scene scene = archiveScene();
    for (uint64_t i = 0; i < 5; ++i) {
        scene.add(i * 20'000, 20'000);
    }
    const auto loader = std::make_shared<UnreliableLoader>();
    int calls = 0;
    loader->load = [&](ExternalDataTransfer& transfer, const std::stop_token& stop) {
        if (++calls == 3) {
            throw Error(ErrorKind::Io, "the archive is on fire");
        }
        return transfer.load(stop);
    };
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed), manager);
    EXPECT_ERROR(job.run(), ErrorKind::Io, "on fire");
    QCOMPARE(loader->aborts, 1);
    QCOMPARE(scene.store->setCount(), size_t {2});
    const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
    job.run();
    QVERIFY(holds(scene));
    QCOMPARE(job.report().constantCount, size_t {5});
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), held);
}

// The last constant has come, but what was read before it was changed meanwhile: the load has not succeeded,
// however often it is asked.
void TestExternalData::aFailureAtTheVeryEndIsNotForgotten()
{
#ifdef Q_OS_WIN
    QSKIP("what is open can be neither written nor replaced there");
#endif
    LoadScene read;
    read.addConstant(DataType::UInt8, 1000);
    read.finish();
    Scene scene = archiveScene();
    scene.add(0, 10'000);
    const size_t first = scene.store->add(read.store()->sharedInfo(0), true);
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(std::make_shared<ArchiveLoader>());
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed), manager);
    QVERIFY(job.step());
    QVERIFY(scene.store->isSet(first));
    std::filesystem::resize_file(read.dataPath(), 2000);
    EXPECT_ERROR(job.step(), ErrorKind::Io, "changed or replaced");
    EXPECT_ERROR(job.step(), ErrorKind::Io, "changed or replaced");
    QVERIFY(!scene.store->isSet(0));
}

void TestExternalData::aStopAborts()
{
    Scene scene = archiveScene();
    scene.add(0, 10'000);
    scene.add(10'000, 10'000);
    const auto loader = std::make_shared<UnreliableLoader>();
    std::stop_source stop;
    loader->load = [&](ExternalDataTransfer& transfer, const std::stop_token& token) {
        if (token.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
        stop.request_stop();
        return transfer.load({});
    };
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    {
        LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed), manager);
        EXPECT_ERROR(job.run(stop.get_token()), ErrorKind::Cancelled, "");
        QCOMPARE(loader->aborts, 1);
        QVERIFY(!job.step()); // without the stop it goes on
    }
    QVERIFY(holds(scene));

    scene.store->unload();
    loader->load = [](ExternalDataTransfer& transfer, const std::stop_token& token) {
        return transfer.load(token);
    };
    {
        LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed), manager);
        QVERIFY(job.step());
    }
    QCOMPARE(loader->aborts, 2); // abandoned
}

void TestExternalData::whatALoaderClaimsIsChecked()
{
    Scene scene = archiveScene();
    scene.add(0, 10'000);
    scene.add(10'000, 10'000);
    const auto loader = std::make_shared<UnreliableLoader>();
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed), manager);
    loader->load = [](ExternalDataTransfer&, const std::stop_token&) { return size_t {1}; };
    EXPECT_ERROR(job.step(), ErrorKind::Internal, "wrote 0 of 10000 bytes");
    loader->load = [](ExternalDataTransfer&, const std::stop_token&) { return size_t {2}; };
    EXPECT_ERROR(job.step(), ErrorKind::Internal, "tensor 2");
    QCOMPARE(scene.store->setCount(), size_t {0});
}

void TestExternalData::slicesAreChecked()
{
    ConstantInfo constant;
    constant.descriptor = {DataType::UInt8, {1000}};
    constant.sizeBytes = 1000;
    for (const bool isStaged : {false, true}) {
        LoadOptions options =
            optionsFor(LoadMode::Streamed, isStaged ? std::optional(LoadPath::Staged) : std::nullopt);
        options.sliceBytes = 600;
        options.sliceCount = 1;
        const auto arena = std::make_shared<vulkan::WeightArena>(m_gpu->device, 1000);
        const auto memory = std::make_shared<TransferMemory>(m_gpu->device, options, arena, nullptr);
        DeviceDestination destination(constant, isStaged ? CopyRoute::Ring : CopyRoute::InPlace, memory);
        EXPECT_ERROR(destination.slice(0, 601), ErrorKind::InvalidArgument, "601 bytes");
        EXPECT_ERROR(destination.slice(900, 101), ErrorKind::InvalidArgument, "at 900");
        EXPECT_ERROR(destination.slice(UINT64_MAX, 1), ErrorKind::InvalidArgument, "");
        {
            const DestinationSlice dropped = destination.slice(0, 600);
            QCOMPARE(dropped.bytes().size(), size_t {600});
        }
        QCOMPARE(destination.committedBytes(), uint64_t {0});
        DestinationSlice slice = destination.slice(0, 600); // the only one of the ring, free again
        slice.commit();
        EXPECT_ERROR(slice.commit(), ErrorKind::InvalidState, "once");
        QCOMPARE(destination.committedBytes(), uint64_t {600});
        if (isStaged) {
            const DestinationSlice held = destination.slice(600, 100);
            std::stop_source stop;
            stop.request_stop();
            EXPECT_ERROR(
                static_cast<void>(destination.slice(700, 100, stop.get_token())), ErrorKind::Cancelled, "");
        }
        memory->ring.finish();
    }
}

QTEST_GUILESS_MAIN(TestExternalData)
#include "tst_externaldata.moc"
