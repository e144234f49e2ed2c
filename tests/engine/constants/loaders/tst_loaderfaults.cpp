// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/constantsetter.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadingjob.h"
#include "engine/constants/loadprediction.h"
#include "engine/constants/transfer/devicedestination.h"
#include "tests/engine/constants/loaders/archivescene.h"
#include "tests/engine/constants/loaders/unreliableloader.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <filesystem>
#include <stdexcept>

using namespace weightless;
using namespace weightless::testing;

// Loaders that fail, are stopped, or do what they must not.
class TestLoaderFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu); }
    void cleanup() { verifyNothingIsLeft(m_gpu); }
    void cleanupTestCase() { WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu); }

    void aFailureKeepsWhatIsSetAndResumes();
    void aFailureAtTheVeryEndIsNotForgotten();
    void aStopAborts();
    void whatALoaderClaimsIsChecked();
    void slicesAreChecked();
    void foreignExceptionsNameTheLoader();
    void aLoaderThatBeginsNothingIsNamed();
    void whatTheCallerSetsIsLeftOut();

private:
    std::unique_ptr<TestDevice> m_gpu;
};

void TestLoaderFaults::aFailureKeepsWhatIsSetAndResumes()
{
    SourceScene scene = archiveScene();
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
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
    EXPECT_ERROR(job.run(), ErrorKind::Io, "on fire");
    QCOMPARE(loader->aborts, 1);
    QCOMPARE(scene.store->setCount(), size_t {2});
    const uint64_t held = m_gpu->meter->current(MemoryPurpose::Weights);
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
    QCOMPARE(job.report().constantCount, size_t {5});
    QCOMPARE(m_gpu->meter->current(MemoryPurpose::Weights), held);
}

// The last constant has come, but what was read before it was changed meanwhile: the load has not succeeded,
// however often it is asked.
void TestLoaderFaults::aFailureAtTheVeryEndIsNotForgotten()
{
#ifdef Q_OS_WIN
    QSKIP("what is open can be neither written nor replaced there");
#endif
    LoadScene read;
    read.addConstant(DataType::UInt8, 1000);
    read.finish();
    SourceScene scene = archiveScene();
    scene.add(0, 10'000);
    const size_t first = scene.store->add(read.store()->sharedInfo(0), true);
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(std::make_shared<ArchiveLoader>());
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
    QVERIFY(job.step());
    QVERIFY(scene.store->isSet(first));
    std::filesystem::resize_file(read.dataPath(), 2000);
    EXPECT_ERROR(job.step(), ErrorKind::Io, "changed or replaced");
    EXPECT_ERROR(job.step(), ErrorKind::Io, "changed or replaced");
    QVERIFY(!scene.store->isSet(0));
}

void TestLoaderFaults::aStopAborts()
{
    SourceScene scene = archiveScene();
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
        LoadingJob job(
            m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
        EXPECT_ERROR(job.run(stop.get_token()), ErrorKind::Cancelled, "");
        QCOMPARE(loader->aborts, 1);
        QVERIFY(!job.step()); // without the stop it goes on
    }
    QVERIFY(scene.isLoaded(m_gpu->device));

    scene.store->unload();
    loader->load = [](ExternalDataTransfer& transfer, const std::stop_token& token) {
        return transfer.load(token);
    };
    {
        LoadingJob job(
            m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
        QVERIFY(job.step());
    }
    QCOMPARE(loader->aborts, 2); // abandoned
}

void TestLoaderFaults::whatALoaderClaimsIsChecked()
{
    SourceScene scene = archiveScene();
    scene.add(0, 10'000);
    scene.add(10'000, 10'000);
    const auto loader = std::make_shared<UnreliableLoader>();
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
    loader->load = [](ExternalDataTransfer&, const std::stop_token&) { return size_t {1}; };
    EXPECT_ERROR(job.step(), ErrorKind::Internal, "wrote 0 of 10000 bytes");
    loader->load = [](ExternalDataTransfer&, const std::stop_token&) { return size_t {2}; };
    EXPECT_ERROR(job.step(), ErrorKind::Internal, "tensor 2");
    QCOMPARE(scene.store->setCount(), size_t {0});
}

void TestLoaderFaults::slicesAreChecked()
{
    ConstantInfo constant;
    constant.descriptor = {DataType::UInt8, {1000}};
    constant.sizeBytes = 1000;
    for (const bool isStaged : {false, true}) {
        const LoadOptions options =
            optionsFor(LoadMode::Streamed, isStaged ? std::optional(LoadPath::Staged) : std::nullopt,
                {.bytes = 600, .count = 1, .readers = archiveSlices.readers});
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

// What is no Error of the engine says neither what failed nor whose fault it is.
void TestLoaderFaults::foreignExceptionsNameTheLoader()
{
    SourceScene scene = archiveScene();
    scene.add(0, 10'000);
    scene.add(10'000, 10'000);
    const auto loader = std::make_shared<UnreliableLoader>();
    const auto manager = std::make_shared<ExternalDataManager>();
    manager->add(loader);
    const LoadOptions options = optionsFor(LoadMode::Streamed, {}, archiveSlices);
    LoadingJob job(m_gpu->device, scene.store, options, manager);

    loader->accepts = [](MemoryKind) -> bool { throw std::runtime_error("no connection"); };
    const std::string asked =
        "Loader 'unreliable', asked whether it can bring archive:weights @ 0, failed: no connection";
    EXPECT_ERROR(job.step(), ErrorKind::Io, asked);
    EXPECT_ERROR(predictLoad(*m_gpu->device, *scene.store, options, manager.get()), ErrorKind::Io, asked);

    loader->accepts = [](MemoryKind) { return true; };
    loader->load = [](ExternalDataTransfer&, const std::stop_token&) -> std::optional<size_t> {
        throw std::runtime_error("server gone");
    };
    EXPECT_ERROR(job.step(), ErrorKind::Io,
        "Loader 'unreliable', bringing constant 'w0' or one of 1 others, failed: server gone");
    QCOMPARE(loader->aborts, 1);
    loader->load = [](ExternalDataTransfer& transfer, const std::stop_token& stop) {
        return transfer.load(stop);
    };
    job.run();
    QVERIFY(scene.isLoaded(m_gpu->device));
}

void TestLoaderFaults::aLoaderThatBeginsNothingIsNamed()
{
    SourceScene scene = archiveScene();
    scene.add(0, 10'000);
    const auto loader = std::make_shared<UnreliableLoader>();
    loader->beginsNothing = true;
    const auto manager = std::make_shared<ExternalDataManager>();
    EXPECT_ERROR(manager->add(nullptr), ErrorKind::InvalidArgument, "must not be null");
    manager->add(loader);
    LoadingJob job(m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
    EXPECT_ERROR(job.step(), ErrorKind::Internal, "Loader 'unreliable' began no transfer");
}

// Before the loader begins, and while it brings them.
void TestLoaderFaults::whatTheCallerSetsIsLeftOut()
{
    for (const size_t stepsBefore : {0, 1}) {
        SourceScene scene = archiveScene();
        LoadScene read; // comes first, without a loader
        read.addConstant(DataType::UInt8, 1000);
        read.finish();
        for (uint64_t i = 0; i < 4; ++i) {
            scene.add(i * 20'000, 20'000);
        }
        const size_t first = scene.store->add(read.store()->sharedInfo(0), true);
        const auto loader = std::make_shared<UnreliableLoader>();
        loader->load = [](ExternalDataTransfer& transfer, const std::stop_token& stop) {
            return transfer.load(stop);
        };
        const auto manager = std::make_shared<ExternalDataManager>();
        manager->add(loader);
        LoadingJob job(
            m_gpu->device, scene.store, optionsFor(LoadMode::Streamed, {}, archiveSlices), manager);
        QVERIFY(job.step());
        QVERIFY(scene.store->isSet(first));
        for (size_t step = 0; step < stepsBefore; ++step) {
            QVERIFY(job.step());
        }
        ConstantSetter setter(m_gpu->device, scene.store);
        for (const size_t i : {1, 3}) {
            const std::string bytes = scene.expected(i);
            setter.set(i, std::as_bytes(std::span(bytes)));
        }
        job.run();
        QVERIFY(!job.step());
        QCOMPARE(job.report().constantCount, size_t {3});
        QVERIFY(isLoaded(m_gpu->device, *scene.store,
            [&](size_t i) { return i == first ? read.expected(0) : scene.expected(i); }));
    }
}

QTEST_GUILESS_MAIN(TestLoaderFaults)
#include "tst_loaderfaults.moc"
